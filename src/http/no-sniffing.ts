/** Header of every answer: a text of a caller is never taken for a page or a script, whatever it looks like. */
export const NO_SNIFFING = ['x-content-type-options', 'nosniff'] as const;
