/** Distinct ids that one call takes. */
const MOST_ADDED = 10_000;

/** A call takes 1 MiB; an id is written with quotes, a comma and at most six letters for one. */
const MOST_BYTES = 900_000;

/** Ids in calls that the service takes: at most 10,000, and not too many bytes. */
export function callsOf(ids: readonly string[]): string[][] {
  const calls: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const size = new TextEncoder().encode(JSON.stringify(id)).length + 1;
    let call = calls.at(-1);
    if (call === undefined || call.length === MOST_ADDED || bytes + size > MOST_BYTES) {
      call = [];
      calls.push(call);
      bytes = 0;
    }
    call.push(id);
    bytes += size;
  }
  return calls;
}
