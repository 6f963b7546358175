import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { sizesOf } from './console-sizes.ts';
import { buildConsole, MOST_START_MS } from './start-console.ts';

// What the console loads stays within its budgets of bytes. [CON-20.2]

test(
  'every part is within its budget',
  async () => {
    const sizes = sizesOf(await buildConsole());
    const over = sizes.filter(({ kilobytes, mostKilobytes }) => kilobytes > mostKilobytes);
    expect(over).toEqual([]);
    // A part that was renamed would weigh nothing.
    const empty = sizes.filter(({ kilobytes }) => kilobytes === 0).map(({ what }) => what);
    expect(empty).toEqual(['calendar']);
  },
  MOST_START_MS,
);

test('a script counts where it is loaded: with the first page, with its part, or as a screen', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<link href="/console/assets/a.css">');
  writeFileSync(join(folder, 'assets/a.css'), 'a{}');
  const chunks = [
    { file: 'assets/main.js', isEntry: true, imports: ['assets/shared.js'], holds: ['src/main.tsx'] },
    { file: 'assets/shared.js', isEntry: false, imports: [], holds: ['react'] },
    { file: 'assets/code.js', isEntry: false, imports: [], holds: ['@codemirror/view'] },
    {
      file: 'assets/select.js',
      isEntry: false,
      imports: ['assets/shared.js', 'assets/list.js'],
      holds: ['src/parts/select.tsx'],
    },
    { file: 'assets/list.js', isEntry: false, imports: [], holds: ['react-aria'] },
    { file: 'assets/keys.js', isEntry: false, imports: ['assets/select.js'], holds: ['src/screens/keys'] },
  ];
  writeFileSync(join(folder, 'chunks.json'), JSON.stringify(chunks));
  // What cannot be packed weighs what it is long.
  const lengths = { main: 4000, shared: 8000, code: 2000, select: 3000, list: 5000, keys: 6000 };
  for (const [name, length] of Object.entries(lengths))
    writeFileSync(join(folder, `assets/${name}.js`), crypto.getRandomValues(new Uint8Array(length)));
  const rounded = sizesOf(folder).map(({ what, kilobytes }) => [what, Math.round(kilobytes)]);
  expect(Object.fromEntries(rounded)).toMatchObject({
    'JavaScript of the first page': 12,
    editor: 2,
    'pickers and forms': 8,
    charts: 0,
    'largest screen (assets/keys.js)': 6,
  });
});
