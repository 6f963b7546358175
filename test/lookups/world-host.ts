import type { ProjectContext } from '../../src/query/project-context.ts';
import type { FoldServices } from '../../src/services/capture/fold/fold-services.ts';
import type { SeededRandom } from '../../src/services/demo/random.ts';
import type { LookupServices } from '../../src/services/lookups/lookup-services.ts';

/** An event as a client sends it. */
export type Sent = Readonly<Record<string, unknown>>;

/** What a host takes from a world for changes of its own. */
export interface WorldParts {
  readonly random: SeededRandom;
  /** Events that are to be sent. */
  nextEvents(): readonly Sent[];
  /** Has some lookup lose what is older than a time, and builds all to their ends. */
  buildAgain(): Promise<void>;
  /** Gives the events of merged persons their present ids, to the end. */
  fold(): Promise<void>;
  /** Distinct id of somebody who may be there. */
  person(): string;
  /** A name that events have. */
  eventName(): string;
}

/** Where the events of a world are. Its project is the first one. */
export interface WorldHost {
  /** Those of the present process: a host may restart. */
  readonly services: Omit<LookupServices, 'wait'> &
    FoldServices & { readonly catalog: { context(projectId: number): Promise<ProjectContext> } };
  /** Nothing happens by itself from now on, at this time. Each restart does it again. */
  begin(nowMs: number): Promise<void>;
  /** Resolves when queries see the events. */
  send(batch: readonly Sent[]): Promise<void>;
  /** Does nothing when there is no such person. */
  deletePerson(distinctId: string): Promise<void>;
  deleteEvents(name: string): Promise<void>;
  /** Changes that no other host makes. Each has ended when it resolves. */
  ownChanges(parts: WorldParts): Readonly<Record<string, () => Promise<void>>>;
  close(): Promise<void>;
}
