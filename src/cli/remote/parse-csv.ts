/** A field, quoted or plain, and what ends it: `"a ""b""",` */
const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^,\r\n]*))(,|\r?\n|$)/g;

/** The rows of a CSV text as the service writes it (RFC 4180). */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [field, quoted, plain = '', end] of text.matchAll(FIELD)) {
    if (field === '' && row.length === 0) continue;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
