/** A release of this program as three numbers: `0.2.1` → [0, 2, 1]. */
export type Release = readonly [major: number, minor: number, patch: number];

/**
 * The numbers of a version. What follows them, as in `0.2.1-rc.1`, does not count.
 * @returns undefined when the text does not begin with three numbers
 */
export function readRelease(version: string): Release | undefined {
  const [, ...numbers] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?![\w.])/.exec(version) ?? [];
  const [major, minor, patch] = numbers.map(Number);
  return major === undefined || minor === undefined || patch === undefined
    ? undefined
    : [major, minor, patch];
}

/** Negative when `one` came before `other`, 0 when they are the same. */
export function compareReleases(one: Release, other: Release): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}
