/** An id as a text: `1`, not `01` or `1.0`. */
export const ID_TEXT = /^[1-9]\d{0,8}$/;

/** The id that a text is; undefined for a text that is none. */
export function idOfText(text: string): number | undefined {
  return ID_TEXT.test(text) ? Number(text) : undefined;
}
