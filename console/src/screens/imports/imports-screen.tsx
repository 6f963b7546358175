import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { type DropItem, DropZone, FileTrigger } from 'react-aria-components';
import { importsQuery } from '../../data/imports.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Empty } from '../../parts/states.tsx';
import { useRefusal } from '../../session/permission.ts';
import { DeleteEventsDialog } from './delete-events-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FORMATS } from './guess-order.ts';
import { IMPORT_COLUMNS } from './import-columns.tsx';
import styles from './imports.module.css';
import { NewImportDialog } from './new-import-dialog.tsx';
import { UploadStrip } from './upload-strip.tsx';
import { useUpload } from './use-upload.ts';

type Open = 'export' | 'deletion' | null;

/** Files of events: send one, see how far they are; and the ways out: export and deletion. */
export default function ImportsScreen(): ReactElement {
  const project = useProject();
  const refusal = useRefusal('event:write');
  const [file, setFile] = useState<File | null>(null);
  const [open, setOpen] = useState<Open>(null);
  const { upload, send, cancel, dismiss } = useUpload(project.id);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        title="Imports"
        apiCall={`/api/projects/${project.id}/imports`}
        controls={<Controls refusal={refusal} onFile={setFile} onOpen={setOpen} />}
      />
      <PageBody>
        {upload && (
          <UploadStrip
            upload={upload}
            onCancel={cancel}
            onDismiss={dismiss}
            onRetry={() => void send(upload.file, upload.order)}
          />
        )}
        <ImportList refusal={refusal} onFile={setFile} />
      </PageBody>
      {file && (
        <NewImportDialog
          projectId={project.id}
          file={file}
          onClose={() => setFile(null)}
          onSend={(order) => {
            setFile(null);
            void send(file, order);
          }}
        />
      )}
      {open === 'export' && <ExportDialog projectId={project.id} onClose={close} />}
      {open === 'deletion' && <DeleteEventsDialog project={project} onClose={close} />}
    </>
  );
}

/** The imports, onto which a file can be dropped. */
function ImportList(props: {
  readonly refusal: string | null;
  readonly onFile: (file: File) => void;
}): ReactElement {
  const { refusal, onFile } = props;
  const project = useProject();
  const navigate = useNavigate();
  const imports = useQuery({ ...importsQuery(project.id), enabled: refusal === null });
  return (
    <DropZone
      aria-label="Files of events"
      className={styles.drop}
      isDisabled={refusal !== null}
      onDrop={({ items }) => void firstFile(items).then((dropped) => dropped && onFile(dropped))}
    >
      <QueryView
        query={imports}
        what="The imports"
        needs={{ scope: 'event:write', shows: 'Imports bring files of events in.' }}
        empty={{ when: (rows) => rows.length === 0, show: <NoImports /> }}
      >
        {(rows) => (
          <DataTable
            label="Imports"
            columns={IMPORT_COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            onOpen={({ id }) => void navigate({ to: `/${project.id}/imports/${id}` as never })}
            toneOf={({ state }) => (state === 'failed' ? 'danger' : null)}
          />
        )}
      </QueryView>
    </DropZone>
  );
}

function Controls(props: {
  readonly refusal: string | null;
  readonly onFile: (file: File) => void;
  readonly onOpen: (open: Open) => void;
}): ReactElement {
  const { refusal, onFile, onOpen } = props;
  const [mayRead, mayDelete] = [useRefusal('query:read'), useRefusal('event:delete')];
  const action = (id: NonNullable<Open>, label: string, unavailable: string | null) => ({
    id,
    label,
    unavailable,
    onAction: () => onOpen(id),
  });
  const choose = (
    <Button tone="primary" icon="upload" unavailable={refusal}>
      Import a file
    </Button>
  );
  return (
    <>
      <ActionMenu
        label="Export and delete"
        groups={[
          { actions: [action('export', 'Export events', mayRead)] },
          { actions: [action('deletion', 'Delete events', mayDelete)] },
        ]}
      >
        <Button icon="download">Export and delete</Button>
      </ActionMenu>
      {refusal === null ? (
        <FileTrigger
          onSelect={(files) => {
            const [first] = files ?? [];
            if (first) onFile(first);
          }}
        >
          {choose}
        </FileTrigger>
      ) : (
        choose
      )}
    </>
  );
}

async function firstFile(items: readonly DropItem[]): Promise<File | null> {
  const found = items.find((item) => item.kind === 'file');
  return found === undefined ? null : found.getFile();
}

/** What can be imported, with a line of each. */
function NoImports(): ReactElement {
  return (
    <Empty
      title="No import yet"
      example={
        <dl className={styles.formats}>
          {FORMATS.map(({ value, label, help, sample }) => (
            <div key={value}>
              <dt>{label}</dt>
              <dd>
                {help}
                <code>{sample}</code>
              </dd>
            </div>
          ))}
        </dl>
      }
    >
      Drop a file here, or choose one: plain, gzip or zstd. Sending a file again changes nothing, because each
      event has an id.
    </Empty>
  );
}
