/** Rules that a printer makes itself. Equal ones are one rule. */
export class HelperRules {
  readonly lines: string[] = [];
  readonly #names = new Map<string, string>();

  /** @returns the name of the rule with that body, which is made on first use */
  nameOf(body: string): string {
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const name = `h${this.#names.size}`;
    this.#names.set(body, name);
    this.lines.push(`${name} ::= ${body}`);
    return name;
  }
}
