import createParser from '@posthog/hogql-parser';

/**
 * The published HogQL parser. Deep input breaks its WASM instance for every later parse, so after any throw a fresh
 * instance takes over.
 */
export class ReferenceParser {
  #parser: Awaited<ReturnType<typeof createParser>>;

  private constructor(parser: Awaited<ReturnType<typeof createParser>>) {
    this.#parser = parser;
  }

  static async create(): Promise<ReferenceParser> {
    return new ReferenceParser(await createParser());
  }

  async select(text: string): Promise<unknown> {
    return this.#run(() => this.#parser.parseSelect(text, true));
  }

  async expression(text: string): Promise<unknown> {
    return this.#run(() => this.#parser.parseExpr(text, true));
  }

  /** @throws when the text is refused or the instance breaks */
  async #run(parse: () => string): Promise<unknown> {
    const json = await this.#orFreshInstance(parse);
    const tree: unknown = JSON.parse(json);
    if (typeof tree === 'object' && tree !== null && 'error' in tree) throw new Error(JSON.stringify(tree));
    return tree;
  }

  async #orFreshInstance(parse: () => string): Promise<string> {
    try {
      return parse();
    } catch (cause) {
      this.#parser = await createParser();
      throw new Error('the instance of the reference parser broke', { cause });
    }
  }
}
