import { turnOfProject } from '../admission/choose-next.ts';
import type { Admit } from '../admission/engine-admission.ts';
import type { BuildJob } from './snapshot.ts';
import type { SnapshotServices } from './snapshot-services.ts';

/**
 * Lets the steps of a build take turns with those of other projects. A step that was left holds its place until it
 * ends.
 */
export function buildTurn({ buildLane, engine }: SnapshotServices, { projectId, signal }: BuildJob): Admit {
  const turn = turnOfProject(projectId);
  return (runId, work) => buildLane.run(turn, { signal, lastsUntil: () => engine.whenEnded(runId) }, work);
}
