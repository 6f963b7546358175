import type { ProjectContext } from '../../../query/plan.ts';
import type { EngineAdmission } from '../../admission/engine-admission.ts';
import type { Lane } from '../../admission/lane.ts';
import type { Compiling } from '../../catalog/compiling.ts';
import type { CaptureServices } from '../capture-services.ts';

/** What deletions of events work with. */
export interface DeletionServices extends CaptureServices {
  readonly catalog: CaptureServices['catalog'] & { context(projectId: number): Promise<ProjectContext> };
  readonly compiling: Compiling;
  readonly admission: EngineAdmission;
  readonly runLimits: { readonly executionTimeoutMs: number; readonly memoryBytes: number };
  /** One deletion of a project at a time. */
  readonly deletionLane: Lane;
}
