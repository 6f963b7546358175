import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type ArchitectureRule,
  boundsMemories,
  hasNameOfExport,
  hasNames,
  hasNamesOnce,
  hasNoCycles,
  hasShortFiles,
  hasShortFunctions,
  importsOf,
  keepsImportTable,
  keepsRooms,
  namesProjects,
  type SourceFile,
  usesDoors,
} from './fixtures/architecture-rules.ts';
import {
  asksThroughApi,
  keepsConsoleApart,
  keepsConsoleFolders,
  makesNoMarkup,
} from './fixtures/console-rules.ts';
import { followCall } from './fixtures/run-journey.ts';

// ARCHITECTURE.md says who may import whom and where each power lives; here it is enforced on the text of the source.

const ROOT = join(import.meta.dirname, '..');

/** The code below a folder of the repository, but for what is generated. */
const sourcesOf = (folder: string): readonly SourceFile[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.split(sep).join('/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const files = sourcesOf('src');
const consoleFiles = sourcesOf('console');

/** Counts in another way than the walk above, so that a walk that sees nothing is found out. */
function countSources(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((count, entry) => {
    if (entry.isDirectory()) return count + countSources(join(folder, entry.name));
    return count + (entry.name.endsWith('.ts') ? 1 : 0);
  }, 0);
}

test('the rules see every source file and its imports', () => {
  expect(files.length).toBe(countSources(join(ROOT, 'src')));
  expect(files.length).toBeGreaterThan(100);
  for (const floor of ['base', 'schema', 'query', 'adapters', 'services', 'http', 'app']) {
    expect(files.filter((file) => file.path.startsWith(`src/${floor}/`)).length, floor).toBeGreaterThan(0);
  }
  expect(files.flatMap(importsOf).length).toBeGreaterThan(2 * files.length);
});

const RULES: readonly (readonly [string, ArchitectureRule])[] = [
  ['imports go down the floors only', keepsImportTable],
  ['rooms of a folder import in one direction', keepsRooms],
  ['no file imports itself through others', hasNoCycles],
  ['every power has one door', usesDoors],
  ['every memory is bounded by bytes', boundsMemories],
  ['every function of a store names the project', namesProjects],
  ['every file has a name that says something', hasNames],
  ['no two files have one name', hasNamesOnce],
  ['a file is named after what it exports', hasNameOfExport],
  ['no file is too long', hasShortFiles],
  ['no function is too long', hasShortFunctions],
];

test.each(RULES)('%s', (_, rule) => {
  expect(rule(files)).toEqual([]);
});

const CONSOLE_RULES: readonly (readonly [string, ArchitectureRule])[] = [
  ['imports go from screens to parts only', keepsConsoleFolders],
  ['no file imports itself through others', hasNoCycles],
  ['texts of users never become markup', makesNoMarkup],
  ['requests leave in one place', asksThroughApi],
  ['every file has a name that says something', hasNames],
  ['no file is too long', hasShortFiles],
  ['no function is too long', hasShortFunctions],
];

// [CON-20.7]
describe('the console', () => {
  test('imports nothing of the service, and nobody imports the console', () => {
    expect(consoleFiles.length).toBeGreaterThan(2);
    expect(keepsConsoleApart([...files, ...consoleFiles])).toEqual([]);
  });

  test.each(CONSOLE_RULES)('%s', (_, rule) => {
    expect(rule(consoleFiles)).toEqual([]);
  });
});

const RUN = 'src/services/run/run-endpoint.ts';
const OF_DETAILS = ['runWarnings'];
const OUT_OF_TURN = [...OF_DETAILS, 'hastenNext', 'revalidate', 'withoutSnapshot'];
const WHOLE_FROM_SNAPSHOT = ['answerFromSnapshot', 'hotResult'];

// Each run as it happens: from where, without the branches that such a run does not take. These numbers may only fall.
// A run whose snapshot cannot be read goes two ways: that of the snapshot, and then that of a computed run.
test.each([
  ['a cached hit', 'firstTurn', [...OF_DETAILS, 'hotResult'], { files: 7, returns: 2 }],
  ['a hit of a hot snapshot', 'firstTurn', [...OF_DETAILS, 'answerFromCache'], { files: 8, returns: 2 }],
  [
    'a computed run',
    'runEndpoint',
    [...OUT_OF_TURN, ...WHOLE_FROM_SNAPSHOT, 'answerFromCache', 'streamAnswer'],
    { files: 12, returns: 5 },
  ],
  [
    'a run out of a snapshot',
    'runEndpoint',
    [...OUT_OF_TURN, 'reportUnusable', 'answerFromCache', 'streamAnswer', 'computeAnswer'],
    { files: 14, returns: 3 },
  ],
  [
    'a run whose snapshot cannot be read',
    'runEndpoint',
    [...OF_DETAILS, 'hastenNext', 'revalidate', 'answerFromCache', 'streamAnswer'],
    { files: 16, returns: 7 },
  ],
  [
    'a streamed run',
    'runEndpoint',
    [...OUT_OF_TURN, ...WHOLE_FROM_SNAPSHOT, 'answerFromCache', 'computeAnswer', 'sendSnapshot'],
    { files: 9, returns: 2 },
  ],
  ['a run in all its branches', 'runEndpoint', [], { files: 19, returns: 12 }],
])('%s passes few files and comes back to fewer', (_, name, notTaken, most) => {
  const journey = followCall(files, { file: RUN, name }, notTaken);
  expect(journey.files).toContain('src/services/run/check-run.ts');
  expect(journey.files.length, journey.files.join('\n')).toBeLessThanOrEqual(most.files);
  expect(journey.returns.length, journey.returns.join('\n')).toBeLessThanOrEqual(most.returns);
});

test('a branch that a journey does not take has its name in the text', () => {
  const texts = files.filter(({ path }) => path.startsWith('src/services/run/')).map(({ text }) => text);
  for (const name of [
    ...OUT_OF_TURN,
    ...WHOLE_FROM_SNAPSHOT,
    'answerFromCache',
    'streamAnswer',
    'computeAnswer',
    'sendSnapshot',
    'reportUnusable',
  ])
    expect(texts.join('\n'), name).toMatch(new RegExp(`\\b${name}\\(`));
});

describe('each rule can fail', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text });
  const long = (lines: number): string => `${'const x = 1;\n'.repeat(lines)}`;
  const cases: readonly (readonly [string, ArchitectureRule, readonly SourceFile[], RegExp])[] = [
    [
      'base importing schema',
      keepsImportTable,
      [file('src/base/a.ts', "import { b } from '../schema/b.ts';")],
      /must not import src\/schema\/b/,
    ],
    [
      'a type import counts',
      keepsImportTable,
      [file('src/query/language/a.ts', "import type { B } from '../catalog/types.ts';")],
      /must not import/,
    ],
    [
      'an import over lines',
      keepsImportTable,
      [file('src/http/a.ts', "import {\n  b,\n  c,\n} from '../adapters/engine/engine.ts';")],
      /must not import/,
    ],
    [
      'a re-export',
      keepsImportTable,
      [file('src/schema/a.ts', "export { b } from '../query/plan.ts';")],
      /must not import/,
    ],
    [
      'a dynamic import',
      keepsImportTable,
      [file('src/main.ts', "await import('./app/compose.ts');")],
      /must not import/,
    ],
    [
      'insights importing the compiler',
      keepsImportTable,
      [file('src/query/insights/trends/a.ts', "import { b } from '../../compiler/compile.ts';")],
      /must not import/,
    ],
    [
      'services importing the compiler',
      keepsImportTable,
      [file('src/services/run/a.ts', "import { b } from '../../query/compiler/compile.ts';")],
      /must not import/,
    ],
    [
      'services importing a concrete adapter',
      keepsImportTable,
      [file('src/services/run/a.ts', "import { b } from '../../adapters/store/sqlite-database.ts';")],
      /concrete/,
    ],
    [
      'adapters importing one another',
      keepsImportTable,
      [file('src/adapters/objects/a.ts', "import { b } from '../store/b.ts';")],
      /neighbour/,
    ],
    [
      'services importing a sibling',
      keepsImportTable,
      [file('src/services/capture/a.ts', "import { b } from '../run/b.ts';")],
      /neighbour/,
    ],
    [
      'a room importing one above it',
      keepsRooms,
      [file('src/services/capture/spool/a.ts', "import { b } from '../writer/b.ts';")],
      /must not import src\/services\/capture\/writer\/b\.ts: its room is below/,
    ],
    [
      'a room importing what stands in none',
      keepsRooms,
      [file('src/services/capture/import/a.ts', "import { b } from '../receive.ts';")],
      /must not import src\/services\/capture\/receive/,
    ],
    [
      'a folder nobody planned',
      keepsImportTable,
      [file('src/extra/a.ts', "import { b } from '../base/b.ts';")],
      /no floor/,
    ],
    [
      'a cycle of types',
      hasNoCycles,
      [
        file('src/base/a.ts', "import type { B } from './b.ts';"),
        file('src/base/b.ts', "import { c } from './c.ts';"),
        file('src/base/c.ts', "import type { A } from './a.ts';"),
      ],
      /a\.ts → src\/base\/b\.ts → src\/base\/c\.ts → src\/base\/a\.ts/,
    ],
    [
      'fastify in services',
      usesDoors,
      [file('src/services/a.ts', "import type { FastifyInstance } from 'fastify';")],
      /HTTP server/,
    ],
    [
      'chdb by require',
      usesDoors,
      [file('src/adapters/engine/a.ts', "const path = require.resolve('chdb');")],
      /engine library/,
    ],
    [
      'threads in services',
      usesDoors,
      [file('src/services/a.ts', "import { Worker } from 'node:worker_threads';")],
      /threads, which belongs to/,
    ],
    [
      'a sub-path of a package',
      usesDoors,
      [file('src/services/a.ts', "import { Migrator } from 'kysely/migration';")],
      /databases/,
    ],
    [
      'the environment',
      usesDoors,
      [file('src/http/a.ts', "const port = process.env['PORT'];")],
      /environment/,
    ],
    ['the current time', usesDoors, [file('src/services/a.ts', 'const now = Date.now();')], /current time/],
    [
      'the current time by Date',
      usesDoors,
      [file('src/query/a.ts', 'const now = new Date();')],
      /current time/,
    ],
    [
      'a pattern of a text',
      usesDoors,
      [file('src/query/a.ts', 'new RegExp(text);')],
      /patterns made of texts/,
    ],
    [
      'a text that is searched for a text',
      usesDoors,
      [file('src/query/a.ts', 'text.search(other)')],
      /patterns made of/,
    ],
    [
      'another decision on access',
      usesDoors,
      [file('src/http/a.ts', 'if (reachesProject(principal, 7)) done();')],
      /access to a project/,
    ],
    [
      'another answer past the framework',
      usesDoors,
      [file('src/http/routes/a.ts', 'reply.hijack();')],
      /answers past the framework/,
    ],
    [
      'another way before the framework',
      usesDoors,
      [file('src/http/a.ts', "server.removeAllListeners('request');")],
      /answers past the framework/,
    ],
    ['randomness', usesDoors, [file('src/query/a.ts', 'const n = Math.random();')], /randomness/],
    ['the console', usesDoors, [file('src/services/a.ts', "console.log('x');")], /console/],
    [
      'files in query',
      usesDoors,
      [file('src/query/a.ts', "import { readFileSync } from 'node:fs';")],
      /input and output/,
    ],
    [
      'engine statements in services',
      usesDoors,
      [file('src/services/a.ts', 'const sql = `INSERT INTO app.events`;')],
      /engine statements/,
    ],
    [
      'a function of a store that takes an id alone',
      namesProjects,
      [
        file(
          'src/adapters/store/a-store.ts',
          'export async function findA(db: Queryable, id: string): Promise<void> {\n}',
        ),
      ],
      /findA in src\/adapters\/store\/a-store\.ts names no project/,
    ],
    [
      'a record without its project',
      namesProjects,
      [
        file(
          'src/adapters/store/a-store.ts',
          "interface A {\n  readonly projectId: number;\n}\ntype Change = Partial<Omit<A, 'projectId'>>;\nexport async function setA(\n  db: Queryable,\n  change: Change,\n): Promise<void> {\n}",
        ),
      ],
      /setA .* names no project/,
    ],
    [
      'an exemption that nobody needs',
      namesProjects,
      [
        file(
          'src/adapters/store/a-store.ts',
          'export async function findKey(db: Queryable, projectId: number): Promise<void> {\n}',
        ),
      ],
      /findKey .* is exempt without need/,
    ],
    [
      'a memory that is bounded by a count',
      boundsMemories,
      [
        file(
          'src/services/a.ts',
          "import { LRUCache } from 'lru-cache';\nconst kept = new LRUCache<string, string>({ max: 5 });",
        ),
      ],
      /src\/services\/a\.ts has a memory/,
    ],
    ['a file called utils', hasNames, [file('src/base/utils.ts', '')], /says nothing/],
    ['a folder called common', hasNames, [file('src/query/common/a.ts', '')], /says nothing/],
    ['a barrel', hasNames, [file('src/http/index.ts', '')], /says nothing/],
    [
      'two files of one name',
      hasNamesOnce,
      [file('src/base/a.ts', ''), file('src/schema/a.ts', '')],
      /src\/base\/a\.ts, src\/schema\/a\.ts have one name/,
    ],
    [
      'a value with another name than its file',
      hasNameOfExport,
      [file('src/base/iso-time.ts', 'export interface Clock {}\nexport function now(): string {}')],
      /iso-time\.ts exports now/,
    ],
    ['a long file', hasShortFiles, [file('src/base/a.ts', long(401))], /401 lines/],
    [
      'a long function',
      hasShortFunctions,
      [file('src/base/a.ts', `export function f(): void {\n${long(60)}}\n`)],
      /function of 62 lines/,
    ],
    [
      'a long method',
      hasShortFunctions,
      [file('src/base/a.ts', `class A {\n  f(\n    a: string,\n  ): void {\n${long(60)}  }\n}\n`)],
      /a\.ts:4 has a function/,
    ],
    [
      'the console importing the service',
      keepsConsoleApart,
      [file('console/src/data/a.ts', "import type { B } from '../../../src/schema/b.ts';")],
      /must not import src\/schema\/b\.ts/,
    ],
    [
      'the service importing the console',
      keepsConsoleApart,
      [file('src/http/a.ts', "import { b } from '../../console/src/api/b.ts';")],
      /must not import console/,
    ],
    [
      'a screen importing another',
      keepsConsoleFolders,
      [file('console/src/screens/keys/a.tsx', "import { B } from '../runs/b.tsx';")],
      /must not import console\/src\/screens\/runs\/b\.tsx/,
    ],
    [
      'a part importing a screen',
      keepsConsoleFolders,
      [file('console/src/parts/a.tsx', "import { B } from '../screens/runs/b.tsx';")],
      /must not import/,
    ],
    [
      'a folder of the console that nobody planned',
      keepsConsoleFolders,
      [file('console/src/extra/a.ts', "import { b } from '../parts/b.ts';")],
      /nobody planned/,
    ],
    [
      'markup out of a text',
      makesNoMarkup,
      [file('console/src/parts/a.tsx', 'element.innerHTML = text;')],
      /uses innerHTML/,
    ],
    [
      'a request beside the client',
      asksThroughApi,
      [file('console/src/data/a.ts', "await fetch('/api');")],
      /makes requests/,
    ],
  ];

  test.each(cases)('%s', (_, rule, sources, expected) => {
    expect(rule(sources).join('\n')).toMatch(expected);
  });

  test('what is allowed is not refused', () => {
    const allowed = [
      file(
        'src/query/compiler/c.ts',
        "import { b } from '../catalog/b.ts';\nimport { c } from '../filters/c.ts';",
      ),
      file(
        'src/services/run/r.ts',
        "import type { Engine } from '../../adapters/engine/engine.ts';\nimport { b } from '../cache/b.ts';",
      ),
      file('src/app/read-settings.ts', 'const e = process.env;'),
      file('src/base/clock.ts', '// reads Date.now()\nconst now = Date.now();'),
      file('src/http/h.ts', '/** Not Date.now(), and no console.log. */\nconst url = "http://x";'),
      file('src/base/b.ts', long(400)),
    ];
    for (const [, rule] of RULES) expect(rule(allowed)).toEqual([]);
  });
});
