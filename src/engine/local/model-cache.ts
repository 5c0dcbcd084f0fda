import { PromiseCache } from "../../util/promise-cache.ts";
import type { EngineBackend } from "./engine-backend.ts";

/** Promises by model and backend. One that rejects is dropped, so that the next call starts again. */
export class ModelCache<Value> {
  readonly #byModel = new Map<string, PromiseCache<string, Value>>();

  /** The promise for that model and backend, or else the one that `start` returns. */
  getOrStart(model: string, { identity }: EngineBackend, start: () => Promise<Value>): Promise<Value> {
    const ofModel = this.#byModel.get(model) ?? new PromiseCache<string, Value>();
    this.#byModel.set(model, ofModel);
    return ofModel.getOrStart(identity.name, start);
  }

  /** The promises for that model, whatever their backends. */
  allOf(model: string): readonly Promise<Value>[] {
    return this.#byModel.get(model)?.values() ?? [];
  }

  delete(model: string, { identity }: EngineBackend): void {
    this.#byModel.get(model)?.delete(identity.name);
  }

  deleteAllOf(model: string): void {
    this.#byModel.delete(model);
  }
}
