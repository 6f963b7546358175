import type { ImportFormat } from '../../../schema/import.ts';
import { refusal } from './refuse-foreign-file.ts';

/** Lines of which one is to be JSON. */
const MOST_LINES = 20;

/**
 * Refuses a text whose first lines are no JSON lines. Single lines that are none are rejected rows.
 * @throws AppError invalid_value that says what stands there and what to do
 */
export function checkJsonLines(text: string, format: ImportFormat): void {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/, MOST_LINES);
  const at = lines.findIndex((line) => line.trim() !== '');
  const first = lines[at]?.trim() ?? '';
  const place = `Line ${at + 1}`;
  if (first.startsWith('[') && !isJsonObject(first))
    throw refusal(
      format,
      `${place} begins a JSON list. Write one object a line: jq -c '.[]' file.json > file.jsonl.`,
    );
  if (first === '{')
    throw refusal(
      format,
      `${place} holds a part of an object. Write each object on one line: jq -c . file.json > file.jsonl.`,
    );
  if (lines.some((line) => isJsonObject(line) || line.trimStart().startsWith('{'))) return;
  const isTable = /[,;\t|]/.test(first) && !/^["[]/.test(first);
  const fix = isTable ? 'Import a CSV file with format=csv and a mapping.' : 'Write one JSON object a line.';
  throw refusal(format, `${place} is no JSON object: ${shown(first)}. ${fix}`);
}

/** @throws AppError invalid_value when the text is JSON and no CSV */
export function refuseJsonAsCsv(text: string): void {
  const first =
    text
      .replace(/^\uFEFF/, '')
      .trimStart()
      .split(/\r?\n/, 1)[0] ?? '';
  if (first.startsWith('[{') || first === '[')
    throw refusal('csv', 'It is a JSON list. Write one object a line and import that with format=jsonl.');
  if (first === '{' || isJsonObject(first))
    throw refusal('csv', 'It holds JSON, not CSV. Import it with format=jsonl.');
}

function isJsonObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}
