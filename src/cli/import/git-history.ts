import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { derivedUuid } from '../../base/ids.ts';
import { CommandError } from '../command-error.ts';

/** Namespace of the ids of commits and releases. */
const NAMESPACE = '9b6c7d3a-3b8e-5a52-8f7c-2d1f0a7c4e61';
const FIELD = '\u001f';
const COMMIT = '\u001e';

/**
 * Writes the history of a local repository as events: `commit` for each commit that its HEAD can reach, `release` for
 * each tag. Authors are hashes of their addresses unless `withAuthors`.
 * @throws CommandError usage when `folder` is no repository or git is missing
 */
export async function writeGitHistory(
  folder: string,
  file: string,
  { withAuthors }: { readonly withAuthors: boolean },
): Promise<void> {
  const repo = path.basename(path.resolve(folder)).replace(/\.git$/, '');
  async function* events(): AsyncIterable<string> {
    for await (const event of commits(folder, repo, withAuthors)) yield `${JSON.stringify(event)}\n`;
    for await (const event of releases(folder, repo)) yield `${JSON.stringify(event)}\n`;
  }
  await pipeline(Readable.from(events()), createWriteStream(file, { mode: 0o600 }));
}

async function* commits(folder: string, repo: string, withAuthors: boolean): AsyncIterable<object> {
  const format = [`${COMMIT}%H`, '%aI', '%ae', '%an', '%P', '%s'].join('%x1f');
  let head: readonly string[] | null = null;
  let files: string[] = [];
  for await (const line of git(folder, 'log', '--numstat', `--format=${format}`)) {
    if (!line.startsWith(COMMIT)) {
      if (line !== '') files.push(line);
      continue;
    }
    if (head !== null) yield commitEvent(repo, head, files, withAuthors);
    head = line.slice(1).split(FIELD);
    files = [];
  }
  if (head !== null) yield commitEvent(repo, head, files, withAuthors);
}

function commitEvent(
  repo: string,
  [sha = '', at = '', email = '', name = '', parents = '', subject = '']: readonly string[],
  numstat: readonly string[],
  withAuthors: boolean,
): object {
  const files = numstat.map((line) => line.split('\t'));
  const sum = (place: number): number => files.reduce((all, each) => all + (Number(each[place]) || 0), 0);
  const folders = [
    ...new Set(files.map(([, , file = '']) => (file.includes('/') ? (file.split('/')[0] ?? '') : '.'))),
  ];
  const kind = /^(\w+)(\([^)]*\))?(!)?:/.exec(subject);
  return {
    uuid: derivedUuid(`commit ${sha}`, NAMESPACE),
    event: 'commit',
    distinct_id: withAuthors ? email : hashed(email),
    timestamp: at,
    properties: {
      repo,
      files_changed: files.length,
      lines_added: sum(0),
      lines_deleted: sum(1),
      subject_length: subject.length,
      ...(kind !== null && { kind: kind[1], breaking: kind[3] === '!' }),
      is_merge: parents.includes(' '),
      is_revert: subject.startsWith('Revert '),
      folders: folders.sort(),
      utc_offset: at.slice(-6),
    },
    person_properties: {
      is_bot: /\[bot\]|bot@/.test(`${name} ${email}`),
      home_repo: repo,
      ...(withAuthors && { name, email }),
    },
  };
}

async function* releases(folder: string, repo: string): AsyncIterable<object> {
  const format = ['%(refname:short)', '%(creatordate:iso-strict)'].join('%1f');
  for await (const line of git(folder, 'for-each-ref', `--format=${format}`, 'refs/tags')) {
    const [tag = '', at = ''] = line.split(FIELD);
    if (at === '') continue;
    yield {
      uuid: derivedUuid(`release ${repo} ${tag}`, NAMESPACE),
      event: 'release',
      distinct_id: `repo:${repo}`,
      timestamp: at,
      properties: { repo, version: tag, ...levelOf(tag) },
    };
  }
}

/** `v2.1.0` is a minor release. */
function levelOf(tag: string): object {
  const version = /(\d+)\.(\d+)\.(\d+)(-[\w.]+)?$/.exec(tag);
  if (version === null) return {};
  const [, , minor, patch, prerelease] = version;
  const level = patch !== '0' ? 'patch' : minor !== '0' ? 'minor' : 'major';
  return { level, prerelease: prerelease !== undefined };
}

function hashed(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 16);
}

/** The lines that git prints. */
async function* git(folder: string, ...args: readonly string[]): AsyncIterable<string> {
  const child = spawn('git', ['-C', folder, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code ?? 'it was killed'));
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk}`.slice(0, 1000);
  });
  yield* createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY });
  const outcome = await ended;
  if (outcome !== 0)
    throw new CommandError('usage', `git cannot read ${folder}: ${complaint.trim() || outcome}`);
}
