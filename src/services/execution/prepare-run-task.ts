import {
  type CompiledParts,
  type PreparedFacts,
  type PrepareOptions,
  type RunParameters,
  versionOf,
} from '../../query/plan.ts';
import type { QueryToCompile } from '../catalog/compile-task.ts';
import { type OfProject, onProject, type ProjectTask } from '../catalog/project-task.ts';

/** A run of a compiled query. Plain data. */
export interface RunToPrepare extends OfProject, QueryToCompile {
  readonly parts: CompiledParts;
  readonly parameters: RunParameters;
  readonly options: Omit<PrepareOptions, 'project'>;
}

/** Checks the parameters of a run, for which the query is compiled with them. */
export const prepareRunTask: ProjectTask<RunToPrepare, PreparedFacts> = {
  name: 'prepare a run',
  busyCode: 'query_capacity',
  load: async () => onProject(preparedFacts),
};

function preparedFacts({
  query,
  variables,
  parts,
  parameters,
  options,
  project,
}: RunToPrepare): PreparedFacts {
  const prepared = versionOf(query, variables, parts).prepare(parameters, { ...options, project });
  const { plan: _, shaping: __, statement: ___, ...facts } = prepared;
  return facts;
}
