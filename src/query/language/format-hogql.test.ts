import { describe, expect, test } from 'vitest';
import { STATEMENTS } from '../../../test/dialect-wild/statements.ts';
import { ACCEPTED_QUERIES } from '../../../test/fixtures/compiler/corpus.ts';
import { readPairs } from '../../../test/fixtures/compiler/read-pairs.ts';
import { readCorpus } from '../../../test/fixtures/language/read-corpus.ts';
import { DEMO_ENDPOINTS } from '../../services/demo/demo-endpoints.ts';
import { formatHogql } from './format-hogql.ts';
import { parseSelect } from './parse.ts';
import { printHogql } from './print-hogql.ts';

// [CON-12.1].

const CORPUS = [
  ...readCorpus('statements'),
  ...readCorpus('additions'),
  ...Object.values(STATEMENTS).flatMap((cases) => cases.map(({ sql }) => sql)),
  ...ACCEPTED_QUERIES,
  ...readPairs().map(({ query }) => query),
  ...DEMO_ENDPOINTS.flatMap(({ query }) => (typeof query['query'] === 'string' ? [query['query']] : [])),
].filter(canBeParsed);

function canBeParsed(text: string): boolean {
  try {
    parseSelect(text);
    return true;
  } catch {
    return false;
  }
}

const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g;

/** The text with a comment in every gap. */
function commented(text: string): string {
  let count = 0;
  return printHogql(parseSelect(text)).replaceAll(/ (?=[A-Z]+ )|, /g, (gap) => {
    count += 1;
    return count % 2 === 0 ? `${gap.trimEnd()} -- c${count}\n` : `${gap.trimEnd()} /* c${count} */ `;
  });
}

describe('formatting', () => {
  test('keeps the meaning of every query of the corpora, and doing it again changes nothing', {
    timeout: 600_000,
  }, () => {
    expect(CORPUS.length).toBeGreaterThan(700);
    for (const text of CORPUS) {
      const formatted = formatHogql(text);
      expect(printHogql(parseSelect(formatted)), text).toBe(printHogql(parseSelect(text)));
      expect(formatHogql(formatted), text).toBe(formatted);
    }
  });

  test('lays all of them out', { timeout: 600_000 }, () => {
    const left = CORPUS.filter(
      (text) => formatHogql(text) === text.trim() && /^\s*(select|with)\b/.test(text),
    );
    expect(left).toEqual([]);
  });

  test('keeps every comment, wherever one stands', { timeout: 600_000 }, () => {
    let comments = 0;
    for (const text of CORPUS) {
      const given = commented(text);
      // A comment inside a text of the query is no comment.
      if (!canBeParsed(given) || printHogql(parseSelect(given)) !== printHogql(parseSelect(text))) continue;
      const formatted = formatHogql(given);
      const wanted = given.match(COMMENT) ?? [];
      comments += wanted.length;
      expect(
        (formatted.match(COMMENT) ?? []).map((comment) => comment.trimEnd()),
        given,
      ).toEqual(wanted.map((comment) => comment.trimEnd()));
      expect(printHogql(parseSelect(formatted)), given).toBe(printHogql(parseSelect(given)));
      expect(formatHogql(formatted), given).toBe(formatted);
    }
    expect(comments).toBeGreaterThan(1_000);
  });

  test('is the layout of the house', () => {
    const text =
      "-- usage\nselect toDate(timestamp) as day, count() as events from events where $group_0 = {variables.org} and event in ('a','b') and timestamp between now() - interval 7 day and now() and person_id in (select id from persons where properties.plan = 'team' and is_identified group by id) group by day order by day desc limit 7";
    expect(formatHogql(text)).toBe(`-- usage
SELECT toDate(timestamp) AS day, count() AS events
FROM events
WHERE $group_0 = {variables.org}
  AND event IN ('a', 'b')
  AND timestamp BETWEEN now() - INTERVAL 7 DAY AND now()
  AND person_id IN (
    SELECT id
    FROM persons
    WHERE properties.plan = 'team' AND is_identified
    GROUP BY id
  )
GROUP BY day
ORDER BY day DESC
LIMIT 7`);
  });
});
