import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { useNow } from '../../parts/clock.tsx';
import { formatBytes, formatRoughly } from '../../parts/format.ts';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import styles from './imports.module.css';
import { rateOf } from './progress.ts';
import type { Upload } from './use-upload.ts';

/** A file on its way: how much has gone out, how fast, how long it takes still. */
export function UploadStrip(props: {
  readonly upload: Upload;
  readonly onCancel: () => void;
  readonly onDismiss: () => void;
  readonly onRetry: () => void;
}): ReactElement {
  const { upload, onCancel, onDismiss, onRetry } = props;
  const { file, sentBytes, beganMs, problem } = upload;
  useNow(500);
  const rate = rateOf({ done: 0, atMs: beganMs }, { done: sentBytes, atMs: Date.now() });
  const left = rate === null ? '' : `, ${formatRoughly(((file.size - sentBytes) / rate) * 1000)} left`;
  return (
    <div className={styles.strip}>
      <b className={styles.name}>{file.name}</b>
      <ProgressBar label={`Sending ${file.name}`} done={sentBytes} total={file.size} />
      <span role="status">
        {formatBytes(sentBytes)} of {formatBytes(file.size)} sent
        {problem === null && rate !== null && ` · ${formatBytes(Math.round(rate))}/s${left}`}
      </span>
      {problem === null ? (
        <Button size="small" onPress={onCancel}>
          Cancel
        </Button>
      ) : (
        <span className={styles.buttons}>
          <Button size="small" onPress={onRetry}>
            Send again
          </Button>
          <Button size="small" tone="quiet" onPress={onDismiss}>
            Dismiss
          </Button>
        </span>
      )}
      <ProblemLine error={problem} />
    </div>
  );
}
