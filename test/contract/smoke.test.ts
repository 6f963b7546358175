import { describe, expect, onTestFinished, test } from 'vitest';
import { parseRows } from '../../src/adapters/engine/parse-rows.ts';
import { bypassTexts } from '../../src/adapters/engine/server-check/bypass-texts.ts';
import { answerAsServer, type ServerAnswers, SMOKE_ANSWERS } from '../fixtures/answer-as-server.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { type Recorder, startRecorder } from '../fixtures/start-recorder.ts';

// `sluice smoke` and the lines of `sluice doctor` about a server, against one that answers as it has to, and against
// others that do not. That a real server answers so is for these commands themselves to find out.

async function start(answers: ServerAnswers = []): Promise<Recorder> {
  const recorder = await startRecorder(answerAsServer([...answers, ...SMOKE_ANSWERS]));
  onTestFinished(() => recorder.close());
  return recorder;
}

const smoke = ({ url }: Pick<Recorder, 'url'>, ...more: readonly string[]) =>
  runCommandHere(['smoke', '--engine-url', url, ...more]);

/** `PASS  version: ...` → PASS version */
const verdicts = (stdout: string): readonly string[] =>
  [...stdout.matchAll(/^(PASS|WARN|FAIL) {2}([^:]+):/gm)].map(([, verdict, about]) => `${verdict} ${about}`);

const OF_SERVER = [
  'answers',
  'version',
  'settings that the service sends',
  'functions that queries use',
  'settings_constraints_replace_previous',
  'rights of the service',
];
const OF_CLUSTER = [
  'cluster',
  'Keeper',
  'macros shard and replica',
  'internal_replication',
  'default_database',
  'database app',
  'replicas',
  'ON CLUSTER',
  'secret',
];

test('a cluster that is as it has to be passes every line, and nothing of the run is left', async () => {
  const recorder = await start();
  const { stdout, exitCode } = await smoke(recorder, '--cluster', 'main');
  expect(stdout.split('\n').filter((line) => line.startsWith('FAIL'))).toEqual([]);
  expect(verdicts(stdout).slice(0, 15)).toEqual(
    [...OF_SERVER, ...OF_CLUSTER].map((about) => `PASS ${about}`),
  );
  expect(verdicts(stdout)).toHaveLength(29);
  expect(exitCode).toBe(0);
  const made = recorder.requests.map(({ sql }) => sql);
  const gone = (pattern: RegExp) => made.filter((sql) => pattern.test(sql)).length;
  expect(gone(/^DROP USER IF EXISTS sluice_p_99900[12] ON CLUSTER main/)).toBe(2);
  expect(gone(/^DROP DATABASE IF EXISTS app_smoke ON CLUSTER main/)).toBe(1);
  expect(
    gone(
      /^ALTER TABLE app\.\w+( ON CLUSTER main)? DELETE WHERE project_id = \{project_id:UInt64\}( AND '|$)/,
    ),
  ).toBe(16);
  expect(recorder.requests.filter(({ user }) => user === 'sluice_p_999001').length).toBeGreaterThan(
    bypassTexts(1).length,
  );
  expect(stdout).not.toContain('p@ss');
});

test('one server has no lines of a cluster', async () => {
  const { stdout, exitCode } = await smoke(await start());
  expect(verdicts(stdout).slice(0, 6)).toEqual(OF_SERVER.map((about) => `PASS ${about}`));
  expect(stdout).not.toContain('macros');
  expect(exitCode).toBe(0);
});

test('the settings and functions of 26.7 are enough', async () => {
  const engine = await shareEngine();
  const namesOf = async (table: string) =>
    parseRows(await engine.command(`SELECT name FROM system.${table}`));
  const answers: ServerAnswers = [
    [/FROM system\.functions/, await namesOf('functions')],
    [/FROM system\.settings/, await namesOf('settings')],
  ];
  const { stdout } = await smoke(await start(answers));
  expect(verdicts(stdout).slice(2, 4)).toEqual([`PASS ${OF_SERVER[2]}`, `PASS ${OF_SERVER[3]}`]);
});

describe('what is not as it has to be is one line with the way out', () => {
  test.each<readonly [string, ServerAnswers, string]>([
    [
      'an old version',
      [[/version\(\)/, [['26.2.1.1']]]],
      'FAIL  version: It is 26.2.1.1; 26.3 or newer is needed.',
    ],
    [
      'a setting',
      [[/FROM system\.settings/, [['max_threads']]]],
      'FAIL  settings that the service sends: The server does not know ',
    ],
    [
      'functions',
      [[/FROM system\.functions/, [['count']]]],
      'FAIL  functions that queries use: The server does not know ',
    ],
    [
      'constraints',
      [[/^CREATE SETTINGS PROFILE OR REPLACE sluice_probe/, 48]],
      'FAIL  settings_constraints_replace_previous: Set access_control_improvements.',
    ],
    [
      'rights',
      [[/^CHECK GRANT CLUSTER/, [[0]]]],
      'FAIL  rights of the service: The user of SLUICE_ENGINE_URL lacks: CLUSTER ON *.*.',
    ],
    ['no Keeper', [[/system\.zookeeper/, 999]], 'FAIL  Keeper: Code: 999.'],
    [
      'no such cluster',
      [[/^SELECT shard_num, count/, []]],
      'FAIL  cluster: system.clusters has no cluster main.',
    ],
    [
      'macros',
      [[/^SELECT uniqExact\(shard, replica\)/, [[3, 2]]]],
      'FAIL  macros shard and replica: 4 nodes of 2 shards have 3 ',
    ],
    [
      'replication',
      [[/NOT internal_replication/, [[2]]]],
      'FAIL  internal_replication: The shards 2 would be written once',
    ],
    [
      'a database',
      [[/default_database != ''/, [[1]]]],
      'FAIL  default_database: The shards 1 have a default_database.',
    ],
    [
      'an engine',
      [[/system\.databases/, [['Ordinary']]]],
      'FAIL  database app: It is of the engine Ordinary;',
    ],
    [
      'no secret',
      [[/FROM app_smoke\.sluice_probe/, [[0]]]],
      'FAIL  secret: Shards work as a user of their own:',
    ],
  ])('%s', async (_, answers, line) => {
    const { stdout, stderr, exitCode } = await smoke(await start(answers), '--cluster', 'main');
    expect(stdout.split('\n').find((each) => each.startsWith('FAIL'))).toContain(line);
    expect(stderr).toMatch(/^1 of these lines say FAIL\.\n$/);
    expect(exitCode).toBe(1);
    // Nothing but what the checks make for themselves.
    expect(stdout).not.toContain('tables, policies and users');
  });

  test('a foreign row that a text brings', async () => {
    const answers: ServerAnswers = [[/^SELECT count\(\) FROM app\.events PREWHERE/, [[200]]]];
    const { stdout, exitCode } = await smoke(await start(answers));
    expect(stdout).toContain(
      'FAIL  no text reads the rows of another project: The user of project 999001 got rows by:',
    );
    expect(exitCode).toBe(1);
  });

  test.each<readonly [string, ServerAnswers, string]>([
    [
      'no bucket',
      [[/^INSERT INTO FUNCTION s3/, 669]],
      'The server has no named collection sluice_s3. Give it the bucket',
    ],
    ['other bytes', [[/^SELECT row FROM s3/, [[1.5]]]], 'the row of the object: 1.5 instead of '],
    [
      'another object',
      [[/^SELECT count\(\) FROM s3/, [[1]]]],
      'An object with another ETag was read. Report this.',
    ],
  ])('of the bucket: %s', async (_, answers, found) => {
    const { stdout, exitCode } = await smoke(await start(answers));
    expect(stdout).toContain(
      `FAIL  the bucket is written and read, and another object is told by its ETag: ${found}`,
    );
    expect(exitCode).toBe(1);
  });

  test('fewer than three replicas are a warning', async () => {
    const { stdout, exitCode } = await smoke(
      await start([[/^SELECT min\(replicas\)/, [[2]]]]),
      '--cluster',
      'main',
    );
    expect(stdout).toContain('WARN  replicas: A shard has 2: an event that is acknowledged can be lost');
    expect(exitCode).toBe(0);
  });
});

test('where nothing answers, one line names the way out, and the others are not known', async () => {
  const { stdout, exitCode } = await smoke({ url: 'http://sluice:secret@127.0.0.1:1' }, '--cluster', 'main');
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toBe(
    "FAIL  answers: Nothing that speaks ClickHouse's HTTP protocol answers at http://127.0.0.1:1. Start the server, or mend SLUICE_ENGINE_URL.",
  );
  expect(lines.slice(1)).toEqual(
    [...OF_SERVER, ...OF_CLUSTER].slice(1).map((about) => `FAIL  ${about}: not known`),
  );
  expect(exitCode).toBe(1);
});

test('doctor lists every requirement and fails, also where nothing answers', async () => {
  const environment = { SLUICE_ENGINE_URL: 'http://127.0.0.1:1', SLUICE_ENGINE_CLUSTER: 'c' };
  const { stdout, stderr, exitCode } = await runCommandHere(['doctor', '--port', '0'], environment);
  expect(verdicts(stdout)).toEqual([...OF_SERVER, ...OF_CLUSTER].map((about) => `FAIL ${about}`));
  expect(stderr).toContain('answers at http://127.0.0.1:1. Start the server, or mend SLUICE_ENGINE_URL.');
  expect(exitCode).toBe(1);
});

test('a wrong password is told as one', async () => {
  const { stdout } = await smoke(await start([[/^SELECT 1$/, 516]]));
  expect(stdout).toContain('refuses the name and password of SLUICE_ENGINE_URL. Make the user');
});

test('without a server to speak to the command says how to name one', async () => {
  const { stderr, exitCode } = await runCommandHere(['smoke']);
  expect([stderr, exitCode]).toEqual(['Name the server: --engine-url http://name:password@host:8123\n', 1]);
});
