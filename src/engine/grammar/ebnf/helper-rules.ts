/** Rules that a printer makes itself. Equal ones are one rule. */
export class HelperRules {
  readonly lines: string[] = [];
  readonly #names = new Map<string, string>();
  #count = 0;

  /** @returns the name of the rule with that body, which is made on first use */
  nameOf(body: string): string {
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const name = this.reserve();
    this.#names.set(body, name);
    this.define(name, body);
    return name;
  }

  /** A name for a rule that is defined later, because it refers to itself. */
  reserve(): string {
    return `h${this.#count++}`;
  }

  define(name: string, body: string): void {
    this.lines.push(`${name} ::= ${body}`);
  }
}
