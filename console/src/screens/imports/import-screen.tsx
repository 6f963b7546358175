import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { endImport, type Import, importQuery } from '../../data/imports.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../parts/button.tsx';
import { Moment } from '../../parts/clock.tsx';
import { Fact, Facts } from '../../parts/facts.tsx';
import { formatCount, formatShare } from '../../parts/format.ts';
import { Figure, Figures, PageBody, PageHead, Pane } from '../../parts/page.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Notice, ProblemLine } from '../../parts/states.tsx';
import { useRefusal } from '../../session/permission.ts';
import { ImportState } from './import-columns.tsx';
import styles from './imports.module.css';
import { tellRate } from './progress.ts';
import { RejectedPane } from './rejected-pane.tsx';
import { SampleEvents } from './sample-events.tsx';
import { UndoDialog } from './undo-dialog.tsx';
import { useRate } from './use-rate.ts';

/** One import: how far it is, what it has brought, what it has not taken, and its end. */
export default function ImportScreen(): ReactElement {
  const project = useProject();
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const refusal = useRefusal('event:write');
  const one = useQuery({ ...importQuery(project.id, id), enabled: refusal === null });
  return (
    <>
      <PageHead
        title={one.data ? one.data.file_name || 'Import' : 'Import'}
        isName
        beside={one.data && <ImportState one={one.data} />}
        apiCall={`/api/projects/${project.id}/imports/${id}`}
        controls={
          <>
            <Link to={`/${project.id}/imports` as never}>All imports</Link>
            {one.data && <EndButton projectId={project.id} one={one.data} />}
          </>
        }
      />
      <PageBody isPadded>
        <QueryView
          query={one}
          what="The import"
          needs={{
            scope: 'event:write',
            shows: 'An import tells what it has brought and what it has not taken.',
          }}
        >
          {(read) => <ImportDetails projectId={project.id} one={read} />}
        </QueryView>
      </PageBody>
    </>
  );
}

function ImportDetails(props: { readonly projectId: number; readonly one: Import }): ReactElement {
  const { projectId, one } = props;
  return (
    <div className={styles.details}>
      {one.error && <Notice tone="danger">{one.error}</Notice>}
      {one.state === 'stopped' && one.undone_at === null && (
        <Notice>
          It was stopped: what had come in by then stays. Sending the file again goes on with the rest.
        </Notice>
      )}
      <Pane title={one.state === 'running' ? 'Coming in' : 'What came in'}>
        <div className={styles.part}>
          {one.state === 'running' && <Running one={one} />}
          <Figures>
            <Figure name="Rows read" value={formatCount(one.read)} note={ofTotal(one)} />
            <Figure name={one.dry_run ? 'Would be new' : 'New events'} value={formatCount(one.inserted)} />
            <Figure name="Known already" value={formatCount(one.duplicate)} />
            <Figure
              name="Rejected"
              value={formatCount(one.rejected)}
              note={one.rejected > 0 && one.read > 0 ? formatShare(one.rejected / one.read) : null}
              tone={one.rejected > 0 ? 'warn' : 'plain'}
            />
          </Figures>
          <Facts>
            <Fact name="Format">{one.format}</Fact>
            <Fact name="Sent">
              <Moment at={one.created_at} />
            </Fact>
            <Fact name={one.state === 'running' ? 'Last step' : 'Ended'}>
              <Moment at={one.updated_at} />
            </Fact>
            {one.undone_at !== null && (
              <Fact name="Undone">
                <Moment at={one.undone_at} />
              </Fact>
            )}
          </Facts>
        </div>
      </Pane>
      {one.dry_run && one.sample && (
        <Pane title="Its first events">
          <div className={styles.part}>
            <SampleEvents tried={one} />
          </div>
        </Pane>
      )}
      {one.rejected > 0 && <RejectedPane projectId={projectId} one={one} />}
    </div>
  );
}

const ofTotal = ({ state, total }: Import) =>
  state === 'running' && total !== null ? `of ${formatCount(total)}` : null;

function Running({ one }: { readonly one: Import }): ReactElement {
  const rate = useRate(one);
  const left = one.total === null ? null : one.total - one.read;
  const told = tellRate(rate, left, 'rows');
  return (
    <div className={styles.running}>
      <ProgressBar label={`Import of ${one.file_name}`} done={one.read} total={one.total} />
      <span role="status">
        {one.total === null
          ? 'Waits for its turn or is being counted'
          : formatShare(one.read / Math.max(1, one.total))}
        {told !== '' && ` · ${told}`}
      </span>
    </div>
  );
}

/** Stops what runs; undoes what has ended. */
function EndButton(props: { readonly projectId: number; readonly one: Import }): ReactElement | null {
  const { projectId, one } = props;
  const client = useQueryClient();
  const refusal = useRefusal('event:delete');
  const [isAsking, setAsking] = useState(false);
  const stop = useMutation({
    mutationFn: () => endImport(projectId, one.id),
    onSettled: () => client.invalidateQueries({ queryKey: ['project', projectId, 'imports'] }),
  });
  if (one.state === 'running')
    return (
      <>
        <ProblemLine error={stop.error} />
        <Button unavailable={refusal} isPending={stop.isPending} onPress={() => stop.mutate()}>
          Stop
        </Button>
      </>
    );
  if (one.dry_run || one.undone_at !== null || one.inserted === 0) return null;
  return (
    <>
      <Button tone="danger" unavailable={refusal} onPress={() => setAsking(true)}>
        Undo
      </Button>
      {isAsking && <UndoDialog projectId={projectId} one={one} onClose={() => setAsking(false)} />}
    </>
  );
}
