import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import {
  environmentName,
  type GivenSettings,
  type SettingName,
  type Settings,
  settingNames,
  settingsSchema,
} from './config.ts';

/** Invalid settings: one sentence per problem. Ends the start. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

export interface SettingsSources {
  /** Path of a JSON file; `sluice.config.json` in the working folder is read when it exists. */
  readonly file?: string | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** From the command line; these win over the environment, and the environment over the file. */
  readonly flags?: GivenSettings;
  /** What a command takes where nothing is given, in place of the defaults of the service. */
  readonly defaults?: GivenSettings;
}

/**
 * Reads and checks all settings.
 * @throws SettingsError that lists every problem
 */
export function readSettings(sources: SettingsSources = {}): Settings {
  const fromEnvironment = readEnvironment(sources.environment ?? process.env);
  const given = {
    ...sources.defaults,
    ...readFile(sources.file),
    ...fromEnvironment.settings,
    ...sources.flags,
  };
  const checked = settingsSchema.safeParse(given);
  const problems = [...fromEnvironment.problems, ...(checked.error?.issues.map(problemOf) ?? [])];
  const { host } = settingsSchema.shape;
  const isPrivate = isLoopback(host.safeParse(given.host).data ?? '');
  for (const name of ['testClock', 'testSeparateEngines'] as const)
    if (settingsSchema.shape[name].safeParse(given[name]).data === true && !isPrivate)
      problems.push(`${environmentName(name)}: only possible when SLUICE_HOST is a loopback address`);
  if (given.objectStore !== undefined && !(given.s3AccessKeyId && given.s3SecretAccessKey))
    problems.push('SLUICE_OBJECT_STORE: needs SLUICE_S3_ACCESS_KEY_ID and SLUICE_S3_SECRET_ACCESS_KEY');
  // Else snapshots would lie in the data folder of a service whose operator believes them in a bucket.
  if (given.objectStore === undefined && (given.s3Endpoint || given.s3AccessKeyId || given.s3SecretAccessKey))
    problems.push('SLUICE_S3_*: means nothing without SLUICE_OBJECT_STORE=s3://bucket/prefix');
  if (!checked.success || problems.length > 0) throw new SettingsError(problems);
  return { ...checked.data, dataDir: path.resolve(checked.data.dataDir) };
}

/** Variables of other programs are left alone; an unknown one that begins with SLUICE_ is a problem. */
function readEnvironment(environment: Readonly<Record<string, string | undefined>>): {
  readonly settings: GivenSettings;
  readonly problems: readonly string[];
} {
  const byEnvironmentName = new Map(settingNames().map((name) => [environmentName(name), name]));
  const settings: Partial<Record<SettingName, unknown>> = {};
  const problems: string[] = [];
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('SLUICE_') || value === undefined) continue;
    const name = byEnvironmentName.get(variable);
    if (name !== undefined) settings[name] = value;
    else if (!NOT_SETTINGS.includes(variable)) problems.push(`${variable}: there is no such setting`);
  }
  return { settings, problems };
}

/** Variables of the test suite and of commands that speak to a service, which a started service may inherit. */
const NOT_SETTINGS: readonly string[] = [
  'SLUICE_TEST_SCALE',
  'SLUICE_TEST_SEED',
  'SLUICE_TEST_DATA',
  'SLUICE_TEST_ENGINE',
  'SLUICE_URL',
  'SLUICE_KEY',
  'SLUICE_PROJECT',
];

/** Which service commands speak to, as far as the environment tells. */
export interface ClientEnvironment {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly project: string | undefined;
  /** Where `initial-credentials.json` may be. */
  readonly dataDir: string;
}

/** Reads `SLUICE_URL`, `SLUICE_KEY`, `SLUICE_PROJECT` and `SLUICE_DATA_DIR`; empty ones count as absent. */
export function clientEnvironment(): ClientEnvironment {
  const { SLUICE_URL, SLUICE_KEY, SLUICE_PROJECT, SLUICE_DATA_DIR } = process.env;
  return {
    url: SLUICE_URL || undefined,
    key: SLUICE_KEY || undefined,
    project: SLUICE_PROJECT || undefined,
    dataDir: SLUICE_DATA_DIR || './data',
  };
}

/** Reads `SLUICE_ENGINE_URL`, of which the first address, and `SLUICE_ENGINE_CLUSTER`; empty ones count as absent. */
export function engineEnvironment(): {
  readonly url: string | undefined;
  readonly cluster: string | undefined;
} {
  const { SLUICE_ENGINE_URL, SLUICE_ENGINE_CLUSTER } = process.env;
  const [url] = (SLUICE_ENGINE_URL ?? '').split(',');
  return { url: url?.trim() || undefined, cluster: SLUICE_ENGINE_CLUSTER || undefined };
}

/** True below `npm run` and `npx`, whose shells do not pass signals on. */
export function startedByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}

function readFile(file: string | undefined): GivenSettings {
  const name = file ?? 'sluice.config.json';
  try {
    const value: unknown = JSON.parse(readFileSync(name, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    throw new SettingsError([`${name}: must hold one JSON object`]);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    if (file === undefined && isNotFound(error)) return {};
    throw new SettingsError([`${name}: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: there is no such setting`;
  const name = settingNames().find((each) => each === issue.path[0]);
  return `${name === undefined ? '' : `${environmentName(name)}: `}${issue.message}`;
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** True for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
