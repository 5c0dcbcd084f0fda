import { expectTypeOf, it } from "vitest";
import type * as catalogue from "../contract/catalogue.ts";
import type * as file from "../contract/file-summary.ts";
import type * as engine from "../contract/engine-identity.ts";
import type * as progress from "../contract/model-progress.ts";
import type * as keys from "../store/keys.ts";
import type * as rows from "../store/rows.ts";
import type * as stored from "../store/settings.ts";
import type * as accounts from "./accounts.ts";
import type { CatalogueEntry, InstallProgress } from "./catalogue-entry.ts";
import type { FileSummary } from "./file-summary.ts";
import type { Settings } from "./settings.ts";
import type { EngineIdentity, ModelProgress } from "./status.ts";

// Checked by the compiler: a value with more fields than the public type would still be assignable to it.
it("the public types show every field of the messages and rows behind them", () => {
  expectTypeOf<keyof CatalogueEntry>().toEqualTypeOf<keyof catalogue.CatalogueEntry>();
  expectTypeOf<keyof InstallProgress>().toEqualTypeOf<keyof catalogue.InstallProgress>();
  expectTypeOf<keyof FileSummary>().toEqualTypeOf<keyof file.FileSummary>();
  expectTypeOf<keyof EngineIdentity>().toEqualTypeOf<keyof engine.EngineIdentity>();
  expectTypeOf<Settings>().toEqualTypeOf<stored.Settings>();
  expectTypeOf<keyof ModelProgress>().toEqualTypeOf<keyof progress.ModelProgress>();
  expectTypeOf<keyof accounts.KeyInfo>().toEqualTypeOf<keyof keys.KeyInfo>();
  expectTypeOf<keyof accounts.NewKey>().toEqualTypeOf<keyof keys.NewKey>();
  expectTypeOf<keyof accounts.NewKeyOptions>().toEqualTypeOf<keyof keys.NewKeyOptions>();
  expectTypeOf<keyof accounts.Limits>().toEqualTypeOf<keyof rows.Limits>();
  expectTypeOf<keyof accounts.Workspace>().toEqualTypeOf<keyof rows.Workspace>();
  expectTypeOf<keyof accounts.UsageRow>().toEqualTypeOf<keyof rows.UsageRow>();
  expectTypeOf<keyof accounts.LogRow>().toEqualTypeOf<keyof rows.LogRow>();
  expectTypeOf<keyof accounts.OutboundHost>().toEqualTypeOf<keyof rows.OutboundHost>();
});
