/** What services of a build send to an engine that they share: closed lists of texts. */
export interface SentByServices {
  readonly shapes: readonly string[];
  readonly words: readonly string[];
  readonly settings: readonly string[];
  readonly formats: readonly string[];
}

/** What this build no longer sends, and earlier ones do. */
export interface EarlierShapes extends SentByServices {
  /** The version of the first build that did not send it. */
  readonly goneIn: string;
}
