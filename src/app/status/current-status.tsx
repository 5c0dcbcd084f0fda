import type { ComponentChildren } from "preact";
import type { Status } from "../../index.ts";
import { describeEngine } from "../ui/describe-engine.ts";
import { describeProgress } from "../ui/model-progress.ts";
import { describeAdapter } from "./describe-adapter.ts";

const speed = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** The model, the engine and the workers, and their load. */
export function CurrentStatus({ status: { host, worker } }: { readonly status: Status }) {
  return (
    <div class="card">
      <dl class="tiles figure">
        <Tile name="Speed">
          {worker.tokensPerSecond === null ? (
            "–"
          ) : (
            <>
              {speed.format(worker.tokensPerSecond)} <span class="tile-unit">tokens/s</span>
            </>
          )}
        </Tile>
        <Tile name="Answering">{worker.active}</Tile>
        <Tile name="Waiting">{worker.waiting}</Tile>
      </dl>
      <dl class="facts">
        <dt>Model</dt>
        <dd>
          {host.model === null ? "None is loaded" : `${host.model.id}: ${describeProgress(host.model)}`}
        </dd>
        <dt>Engine</dt>
        <dd>
          {describeEngine(host.engine)}
          {host.engineProblem !== undefined && <span class="problem"> {host.engineProblem}</span>}
        </dd>
        <dt>GPU</dt>
        <dd>{describeAdapter(host.adapter)}</dd>
        <dt>Runs in</dt>
        <dd>
          {host.kind === "shared-worker"
            ? "a shared worker: one model for all tabs"
            : "a worker of this tab: it ends when the tab is closed"}
          <InstanceId id={host.instance} />
        </dd>
        <dt>Service worker</dt>
        <dd>
          build {worker.build}
          <InstanceId id={worker.instance} />
        </dd>
      </dl>
    </div>
  );
}

/** Enough of a worker's random id to tell whether tabs share it, or whether it was restarted. */
function InstanceId({ id }: { readonly id: string }) {
  return (
    <code class="soft identity" title={id}>
      {id.slice(0, 8)}
    </code>
  );
}

interface TileProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

function Tile({ name, children }: TileProps) {
  return (
    <div class="tile">
      <dt class="soft">{name}</dt>
      <dd class="tile-value">{children}</dd>
    </div>
  );
}
