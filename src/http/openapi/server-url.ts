/**
 * The address of the service in a document of its API: relative to the document where no other is known.
 * @param base what stands before a path in links; may be empty
 */
export function serverUrl(base: string): string {
  return base === '' ? '/' : base;
}
