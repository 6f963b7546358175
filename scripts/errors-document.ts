import { ERROR_CATALOG, type ErrorCode, errorType } from '../src/base/errors.ts';

const INTRODUCTION = `# Errors

Every refused request answers with one body:

\`\`\`json
{
  "type": "validation_error",
  "code": "unknown_field",
  "detail": "There is no column \`evnt\` in events; did you mean \`event\`?",
  "attr": "query.query",
  "status": 400,
  "request_id": "0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f",
  "docs": "/docs/errors#unknown_field",
  "position": {"line": 1, "column": 8, "offset": 7, "length": 4}
}
\`\`\`

- \`code\` is stable: programs may rely on it. \`detail\` is for people and may change.
- \`attr\` is the path of the member that was wrong, \`position\` the place in the SQL text (line and column from 1, offset
  and length in UTF-16 units). Both are null when they do not apply.
- \`request_id\` is also in the \`X-Request-Id\` header; name it when you report a problem.
- With \`Accept: application/problem+json\` the same members come in that media type.
- 429 and 503 carry \`Retry-After\` in seconds.

This page is generated from \`src/base/errors.ts\`.
`;

/** The text of docs/errors.md: the introduction, a table of all codes, and one section per code. */
export function errorsDocument(): string {
  const codes = (Object.keys(ERROR_CATALOG) as ErrorCode[]).toSorted(
    (a, b) => ERROR_CATALOG[a].status - ERROR_CATALOG[b].status || (a < b ? -1 : 1),
  );
  const rows = codes.map(
    (code) =>
      `| ${ERROR_CATALOG[code].status} | [\`${code}\`](#${code}) | ${errorType(ERROR_CATALOG[code])} |`,
  );
  const sections = codes.map((code) => {
    const { status, meaning, remedy } = ERROR_CATALOG[code];
    return `### ${code}\n\n${status}, \`${errorType(ERROR_CATALOG[code])}\`. ${meaning}\n\n**What to do**: ${remedy}\n`;
  });
  return [
    INTRODUCTION,
    '## All codes\n',
    '| status | code | type |',
    '|---|---|---|',
    ...rows,
    '',
    ...sections,
  ].join('\n');
}
