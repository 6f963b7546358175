import { LRUCache } from 'lru-cache';
import { encodeParameter } from '../encode-parameter.ts';
import { engineRefusal } from '../engine-error.ts';
import { PARSE_STATEMENT, setStatement } from '../statements/session-statements.ts';
import type { Session } from './session.ts';

interface AcceptedText {
  hadSmallAnswer: boolean;
}

/** Characters of accepted texts that are remembered. */
const MOST_REMEMBERED = 16 * 1024 * 1024;

const PLAIN_SELECT = /^(SELECT|WITH|\()/;
/** `... FORMAT CSV` at the end, `... INTO OUTFILE 'x'`; inside a literal the quotes would be escaped. */
const OUTPUT_CLAUSE = / FORMAT \w+$| INTO OUTFILE '/;

/**
 * Lets a reader's text through once the token check has no objection and the engine's own parser has read it as one
 * SELECT. Endpoints run the same texts with other parameters, so parser and check are asked once per text.
 *
 * The engine itself refuses other statements only in its streaming call, which cannot be used: that computes scalar
 * sub-queries while it starts, on the one thread that serves all requests.
 */
export class AcceptedTexts {
  readonly #open: () => Session;
  readonly #refusalOf: (sql: string) => string | undefined;
  readonly #accepted = new LRUCache<string, AcceptedText>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: (_, text) => text.length + 1,
  });

  /** @param refusalOf the token check: a reason, or undefined when it has no objection */
  constructor(open: () => Session, refusalOf: (sql: string) => string | undefined) {
    this.#open = open;
    this.#refusalOf = refusalOf;
  }

  /** @throws EngineException 497 (access denied) when a text is refused, 62 when it does not parse */
  async accept(sql: string): Promise<void> {
    if (this.#accepted.get(sql) !== undefined) return;
    const refusal = this.#refusalOf(sql);
    if (refusal !== undefined) throw engineRefusal('ACCESS_DENIED', `Refused before running: ${refusal}`);
    const understood = await this.#parse(sql);
    if (!PLAIN_SELECT.test(understood) || OUTPUT_CLAUSE.test(understood))
      throw engineRefusal('ACCESS_DENIED', 'Refused before running: not a plain SELECT');
    this.#accepted.set(sql, { hadSmallAnswer: false });
  }

  /** True when the last answer of the text was small. */
  hadSmallAnswer(sql: string): boolean {
    return this.#accepted.get(sql)?.hadSmallAnswer ?? false;
  }

  noteAnswer(sql: string, isSmall: boolean): void {
    const text = this.#accepted.get(sql);
    if (text !== undefined) text.hadSmallAnswer = isSmall;
  }

  async #parse(sql: string): Promise<string> {
    const session = this.#open();
    try {
      await session.run(
        setStatement(
          {},
          {
            text: encodeParameter({ type: 'String', value: sql }),
          },
        ),
        'Null',
      );
      const answer = await session.run(PARSE_STATEMENT, 'RawBLOB');
      return Buffer.from(answer.bytes).toString();
    } finally {
      session.close();
    }
  }
}
