/** Odd, so that ids which differ keep differing when they are multiplied by it. */
const SPREAD = 0x9e3779b1;

/** The lane in which events of a project are written. */
export function laneOfProject(projectId: number, lanes: number): number {
  const mixed = Math.imul(projectId % 0x1_0000_0000, SPREAD) >>> 0;
  return ((mixed ^ (mixed >>> 16)) >>> 0) % lanes;
}
