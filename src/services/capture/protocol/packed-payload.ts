/**
 * The body of a capture request of the v0 protocol as it came, with everything that says how it is packed. Its layers,
 * from the outside: the query parameter `data`, else a form with the field `data`, else the body; then gzip or another
 * Content-Encoding; then JSON, lz64, or base64 of JSON or gzip. `decodePayload` unpacks it whole, `unpackedChunks`
 * piece by piece.
 */
export interface PackedPayload {
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly contentEncoding: string;
  /** Query parameters `data` and `compression`; empty when absent. */
  readonly data: string;
  readonly compression: string;
}

export function isForm({ contentType }: PackedPayload): boolean {
  return contentType.startsWith('application/x-www-form-urlencoded');
}

/** True when a text with this first character is JSON and has no further layer. */
export function beginsJson(first: number | undefined): boolean {
  return first === 0x7b || first === 0x5b;
}
