/** The chat template of a family of models. */
export interface FamilyTemplate {
  readonly name: string;
  /** In Jinja. */
  readonly source: string;
  /** Control tokens of the models that use it. */
  readonly tokens: readonly string[];
  readonly bosToken: string;
  readonly eosToken: string;
  /** True where every prompt begins with `bosToken`. */
  readonly begins: boolean;
}
