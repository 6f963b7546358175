import type { CsvRecord } from './csv-reader.ts';

/** What is wrong with a record of a CSV file of so many columns, its line, and how to mend it; '' when nothing is. */
export function csvProblem({ line, cells, count, problem }: CsvRecord, columns: number): string {
  if (problem === 'open_quote')
    return `The quote that opens in the record of line ${line} is never closed. Write a quote in a cell twice: "".`;
  if (problem === 'text_behind_quote')
    return `Line ${line} has text behind a closing quote. Write a quote in a quoted cell twice: "".`;
  if (count === columns) return '';
  if (count === 1 && cells[0] === '') return `Line ${line} is empty. Remove it.`;
  const has = `${count} ${count === 1 ? 'cell' : 'cells'}`;
  return `Line ${line} has ${has}, the header has ${columns}. Put cells that hold the delimiter in double quotes.`;
}
