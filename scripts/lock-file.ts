/** A lock file of npm, as far as it is looked at here. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Folders with a lock file: of the clone, and of its pinned Node (decision 0027). */
export const LOCKED_FOLDERS = ['.', 'scripts/pinned-node'] as const;

export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Entries for the optional packages that locked packages name and the file lacks, by their place in it. npm leaves out
 * what the registry at hand does not have, and then `npm ci` refuses the file (decision 0030). They pin the version.
 */
export function missingPackages({ packages }: LockFile): Readonly<Record<string, LockedPackage>> {
  const missing: Record<string, LockedPackage> = {};
  for (const [place, { dev = false, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, place, name)) continue;
      if (!EXACT_VERSION.test(version)) throw new Error(`${place} asks for a range of ${name}: ${version}`);
      missing[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true, ...platformOf(name) };
    }
  }
  return missing;
}

/** `26.7.3-stable.1`, not `^26.7.3` */
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** As Node looks for it: beside `place`, or in a folder above. */
function isLocked(packages: LockFile['packages'], place: string, name: string): boolean {
  if (packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`] !== undefined) return true;
  if (place === '') return false;
  const above = place.slice(0, place.lastIndexOf('node_modules/'));
  return isLocked(packages, above.replace(/\/$/, ''), name);
}

/** `@oxc-parser/binding-linux-arm-musleabihf` → linux, arm, musl */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const os = words.filter((word) => SYSTEMS.has(word)).map((word) => (word === 'win' ? 'win32' : word));
  const cpu = words.filter((word) => PROCESSORS.has(word));
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`The name ${name} does not tell its platform.`);
  const libc = words.flatMap((word) => LIBRARIES.get(word) ?? []);
  return { os, cpu, ...(libc.length > 0 && { libc }) };
}

const SYSTEMS: ReadonlySet<string> = new Set('android darwin freebsd linux openharmony win win32'.split(' '));
const PROCESSORS: ReadonlySet<string> = new Set('arm arm64 ia32 ppc64 riscv64 s390x x64'.split(' '));
const LIBRARIES: ReadonlyMap<string, string> = new Map([
  ['gnu', 'glibc'],
  ['gnueabihf', 'glibc'],
  ['musl', 'musl'],
  ['musleabihf', 'musl'],
]);

/** The text of docs/packages-without-checksum.md. */
export function unpinnedDocument(locks: readonly LockFile[]): string {
  const names = locks
    .flatMap(({ packages }) => Object.entries(packages))
    .filter(([place, { integrity }]) => place !== '' && integrity === undefined)
    .map(([place, { version }]) => `- \`${place.replace(/^.*node_modules\//, '')}\` ${version}`)
    .sort();
  return `${INTRODUCTION}${names.join('\n')}\n`;
}

const INTRODUCTION = `# Packages without a checksum

The lock files pin every package by exact version, and by its checksum except for these. Each is a binary for a
platform other than Linux on x64 with glibc, and the registry that the lock file was made with does not carry it (decision
0030). On these platforms npm takes what its registry has under this version. A registry that carries one gives its checksum:
delete the entry from the lock file and run \`npm install --package-lock-only\`.

This page is generated from the lock files of the clone and of its pinned Node (\`scripts/pinned-node\`) by \`node scripts/complete-lock-file.ts\`.

`;
