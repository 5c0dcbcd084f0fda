/** Undefined where Node runs the server without Vite, as `npm run fuzz` does. */
const base: string | undefined = import.meta.env?.BASE_URL;

/** The path of the scope that this build serves (`vite build --base`): starts and ends with `/`. */
export const SCOPE = new URL(base ?? "/", "https://scope.invalid").pathname;

/**
 * Makes the name of something that all pages and workers of an origin share (a database, a Web Lock, a channel, a
 * SharedWorker, a storage key) unique to one deployment, so that two deployments on an origin never collide. A
 * deployment at the root has the plain names.
 *
 * @param scope the path of the deployment's scope
 */
export function scopedName(name: string, scope: string = SCOPE): string {
  return scope === "/" ? name : `${name}@${scope}`;
}
