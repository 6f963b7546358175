import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Import } from '../../data/imports.ts';
import { readRejectedFile, rejectedRowsQuery } from '../../data/rejected-rows.ts';
import { Button } from '../../parts/button.tsx';
import { formatCount } from '../../parts/format.ts';
import { Pane } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { ProblemLine, Skeleton } from '../../parts/states.tsx';
import styles from './imports.module.css';

/** Reasons in words; others stand as the service names them. */
const REASONS: Readonly<Record<string, string>> = {
  not_json: 'The line is no JSON object',
  missing_event: 'It has no name of an event',
  missing_distinct_id: 'It has no distinct id',
  missing_timestamp: 'It has no time',
  timestamp_unreadable: 'Its time cannot be read',
  timestamp_out_of_range: 'Its time lies outside 1970 to 2100',
};

/** Rows that were not taken, by the reason, with some of each, and all of them as a file. */
export function RejectedPane(props: { readonly projectId: number; readonly one: Import }): ReactElement {
  const { projectId, one } = props;
  const rows = useQuery(rejectedRowsQuery(projectId, one.id, one.rejected));
  const download = useMutation({
    mutationFn: () => readRejectedFile(projectId, one.id),
    onSuccess: (bytes) => saveFile(`${one.file_name || one.id}.rejected.jsonl`, bytes),
  });
  return (
    <Pane
      title="Rejected rows"
      controls={
        <Button size="small" icon="download" isPending={download.isPending} onPress={() => download.mutate()}>
          Download
        </Button>
      }
    >
      <ProblemLine error={download.error} />
      <QueryView
        query={rows}
        what="The rejected rows"
        skeleton={<Skeleton rows={3} label="The rejected rows" />}
      >
        {({ groups, isWhole }) => (
          <ul className={styles.groups}>
            {groups.map(({ reason, count, examples }) => (
              <li key={reason}>
                <h3>
                  {REASONS[reason] ?? reason} <code>{reason}</code>
                  <span>
                    {formatCount(count)} {count === 1 ? 'row' : 'rows'}
                    {!isWhole && ' or more'}
                  </span>
                </h3>
                {examples.map(({ row_number, row }) => (
                  <p key={row_number}>
                    <span>{formatCount(row_number)}</span>
                    <code>{row}</code>
                  </p>
                ))}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Pane>
  );
}
