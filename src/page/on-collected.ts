/**
 * Call `act` some time after `target` was garbage-collected, unless the returned function is called before. `act`
 * must not refer to `target`, which would then never be collected.
 */
export type OnCollected = (target: object, act: () => void) => () => void;

const registry = new FinalizationRegistry<() => void>((act) => act());

export const onCollected: OnCollected = (target, act) => {
  registry.register(target, act, act);
  return () => void registry.unregister(act);
};
