/** A program as an app's author writes it. `npm run check` compiles it beside the build's `insitu.d.ts`. */
import {
  type Accounts,
  type CatalogueEntry,
  type CatalogueState,
  connect,
  type ConnectOptions,
  type EngineHostStatus,
  type Insitu,
  InsituError,
  type InsituErrorCode,
  type InstallOptions,
  type InstallProgress,
  type KeyInfo,
  type Limits,
  type LogRow,
  type ModelProgress,
  type Models,
  type NewKey,
  type NewKeyOptions,
  type OutboundHost,
  type SelfTestResult,
  type Settings,
  type SettingsApi,
  type SettingsChange,
  type Status,
  type StatusListener,
  type StorageReport,
  type Update,
  type UpdateListener,
  type UsageRow,
  type WorkerStatus,
  type Workspace,
} from "./insitu.js";

const onUpdate: UpdateListener = async (update: Update) => update.apply();
const onProgress = ({ id, fraction }: ModelProgress): void => console.log(`${id}: ${fraction * 100} %`);
const options: ConnectOptions = { onProgress, onUpdate };
const insitu: Insitu = await connect(options);

const keyOptions: NewKeyOptions = { name: "program", expiresIn: 60 };
const { key, id, expiresAt }: NewKey = await insitu.createKey(keyOptions);
const accounts: Accounts = insitu;
const keys: readonly KeyInfo[] = await accounts.listKeys();
const workspaces: readonly Workspace[] = await accounts.listWorkspaces();
const limits: Limits = workspaces[0]?.limits ?? insitu.defaultLimits;
const usage: readonly UsageRow[] = await accounts.usage(workspaces[0]?.id);
const log: readonly LogRow[] = await accounts.requestLog();
const outbound: readonly OutboundHost[] = await accounts.outbound();
console.log(key, id, expiresAt ?? "never", keys.length, limits.tokensPerMinute, usage.length, log.length);
await accounts.revokeKey(id);
console.log(outbound.reduce((sum, { requests }) => sum + requests, 0));

const models: Models = insitu.models;
const installOptions: InstallOptions = {
  signal: AbortSignal.timeout(60_000),
  onProgress: ({ phase, loadedBytes }: InstallProgress) => console.log(phase, loadedBytes),
};
for (const entry of await models.list()) await installUnlessThere(entry);
const { quotaBytes }: StorageReport = await models.storage();
console.log(quotaBytes);

async function installUnlessThere({ id: model, state, fits }: CatalogueEntry): Promise<void> {
  if (fits.type === "no") return console.log(fits.reason);
  if (isMissing(state)) await models.install(model, installOptions);
}

function isMissing(state: CatalogueState): boolean {
  switch (state.type) {
    case "installed":
      return state.bytes === 0;
    case "not-installed":
    case "paused":
    case "failed":
      return true;
    case "installing":
      return false;
  }
}

const settingsApi: SettingsApi = insitu.settings;
const change: SettingsChange = { engine: "auto", defaultModel: null };
const { defaultModel }: Settings = await settingsApi.set(change);
const listener: StatusListener = ({ host, worker }: Status) => describe(host, worker);
const stop: () => void = insitu.observeStatus(listener);
stop();

function describe({ kind, adapter }: EngineHostStatus, { active, storageProblem }: WorkerStatus): void {
  console.log(kind, adapter?.description ?? "no GPU", active, storageProblem ?? "");
}

try {
  const { passed, durationMs }: SelfTestResult = await insitu.selfTest();
  console.log(defaultModel, passed, durationMs);
} catch (error) {
  if (!(error instanceof InsituError)) throw error;
  const code: InsituErrorCode = error.code;
  console.log(code);
}

// @ts-expect-error A public type that became `any` would accept this.
const wrong: number = insitu.baseURL;
console.log(wrong);
