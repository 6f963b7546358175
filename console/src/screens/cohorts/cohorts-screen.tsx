import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Cohort, cohortListQuery } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import { DefinitionList } from '../../definition/definition-list.tsx';
import type { TableColumn } from '../../parts/data-table.tsx';
import { formatCount } from '../../parts/format.ts';
import { conditionsWords } from './cohort-conditions.ts';
import { DeleteCohort } from './delete-cohort.tsx';
import { useNamesOfThings } from './use-names-of-things.ts';

const EXAMPLE = `{"name": "Recent buyers", "filters": {"properties": {"type": "AND", "values": [
  {"type": "person", "key": "plan", "value": "pro"},
  {"type": "behavioral", "value": "performed_event", "key": "purchase",
   "time_value": 30, "time_interval": "day"}
]}}}`;

/** Who is in a list is known; who meets conditions is found out when a query runs. */
const COUNT: TableColumn<Cohort> = {
  id: 'count',
  head: 'Persons',
  width: '96px',
  isFigure: true,
  cell: ({ count }) => formatCount(count),
};

/** Named lists of persons, who belongs to them and who uses them. */
export default function CohortsScreen(): ReactElement {
  const project = useProject();
  const names = useNamesOfThings();
  return (
    <DefinitionList
      noun="cohort"
      kind="cohorts"
      head="Cohort"
      wordsHead="Who"
      wordsOf={({ filters }) => conditionsWords(filters, names)}
      more={[COUNT]}
      query={useQuery(cohortListQuery(project.id))}
      says="A cohort is a named list of persons: those who meet conditions when a query runs, or those that you put there. Filters, breakdowns and SQL name it."
      example={EXAMPLE}
      deletion={(cohort, close) => <DeleteCohort cohort={cohort} onClose={close} onDeleted={close} />}
    />
  );
}
