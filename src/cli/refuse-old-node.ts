import { readFileSync } from 'node:fs';

/**
 * Ends the process with one sentence when this Node is older than `engines` of package.json asks for. Written for any
 * Node that knows modules.
 */
export function refuseOldNode(): void {
  const file = new URL('../../package.json', import.meta.url);
  const oldest: string = JSON.parse(readFileSync(file, 'utf8')).engines.node.replace('>=', '');
  if (isOlder(process.versions.node, oldest)) {
    console.error(`Sluice needs Node.js ${oldest} or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

/** `22.9.1` is older than `22.13`. */
export function isOlder(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
