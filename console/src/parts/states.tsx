import type { ReactElement, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import { SCOPE_WORDS, useSessionKey } from '../session/permission.ts';
import type { Scope } from '../session/shapes.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './states.module.css';

/** True `ms` after the part came up: what is fast enough shows no state of waiting at all. */
function useLater(ms: number, isWaiting = true): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    setLater(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms, isWaiting]);
  return isLater && isWaiting;
}

/** A 2 px line on top of a pane while it is read again; the old content stays below it. */
export function LoadingLine({ isLoading }: { readonly isLoading: boolean }): ReactElement {
  const isShown = useLater(150, isLoading);
  return <div className={styles.loadingLine} data-shown={isShown || undefined} aria-hidden="true" />;
}

/**
 * Grey bars in the final size of what comes, shown after 150 ms; the room is taken at once, so nothing moves.
 * @param props.rows how many lines, @param props.height height of one, in px
 */
export function Skeleton(props: {
  readonly rows?: number;
  readonly height?: number;
  readonly label: string;
}): ReactElement {
  const { rows = 1, height = 40, label } = props;
  const isShown = useLater(150);
  return (
    <div
      role="status"
      aria-label={`${label} is being read`}
      className={styles.skeleton}
      data-shown={isShown || undefined}
    >
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike
        <div key={row} style={{ height }}>
          <span style={{ width: `${[62, 48, 71, 55, 40][row % 5]}%` }} />
        </div>
      ))}
    </div>
  );
}

/** What failed, in the place of the content: sentence, code, request to quote, and another try. */
export function ProblemPanel(props: {
  readonly error: unknown;
  /** What could not be done: "The endpoints could not be read". */
  readonly what: string;
  readonly onRetry?: () => void;
}): ReactElement {
  const problem = asProblem(props.error);
  if (problem.code === 'permission_denied') {
    return (
      <div className={styles.panel} role="alert">
        <h3>{props.what}</h3>
        <p>{problem.message}</p>
        <ProblemFoot problem={problem} />
      </div>
    );
  }
  return (
    <div className={styles.panel} data-tone="danger" role="alert">
      <h3>{props.what}</h3>
      <p>{problem.message}</p>
      <ProblemFoot problem={problem} />
      {props.onRetry && <Retry problem={problem} onRetry={props.onRetry} />}
    </div>
  );
}

/** A refusal in one line, below the thing that was refused. */
export function ProblemLine({ error }: { readonly error: unknown }): ReactElement | null {
  if (error === null || error === undefined) return null;
  const problem = asProblem(error);
  return (
    <div className={styles.line} role="alert">
      <span>{problem.message}</span>
      <ProblemFoot problem={problem} />
    </div>
  );
}

function ProblemFoot({ problem }: { readonly problem: ApiProblem }): ReactElement | null {
  if (problem.isAway) return null;
  return (
    <p className={styles.foot}>
      <a href={`/docs/errors#${problem.code}`} target="_blank" rel="noreferrer">
        {problem.code}
      </a>
      {problem.requestId && (
        <span>
          request <code>{problem.requestId}</code>
          <CopyButton text={problem.requestId} label="Copy the id of the request" />
        </span>
      )}
    </p>
  );
}

/** Counts down what the service asked for; the reads themselves are tried again by the query client. */
function Retry({
  problem,
  onRetry,
}: {
  readonly problem: ApiProblem;
  readonly onRetry: () => void;
}): ReactElement {
  const [left, setLeft] = useState(problem.retryAfterSeconds ?? 0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <div>
      <Button
        size="small"
        onPress={onRetry}
        unavailable={left > 0 ? `The service asked to wait ${left} s` : null}
      >
        {left > 0 ? `Retry in ${left} s` : 'Retry'}
      </Button>
    </div>
  );
}

/** A screen that the key may not read: which scope is missing, and what the screen would show. */
export function NoPermission(props: {
  readonly scope: Exclude<Scope, '*'>;
  readonly shows: string;
}): ReactElement {
  const key = useSessionKey();
  return (
    <div className={styles.empty}>
      <h2>Your key may not see this</h2>
      <p>{props.shows}</p>
      <p>
        It needs a key that may {SCOPE_WORDS[props.scope]} (<code>{props.scope}</code>). The key{' '}
        <b>{key?.label}</b> has{' '}
        {key?.scopes.length ? key.scopes.map((scope) => <code key={scope}>{scope} </code>) : 'no scope'}.
      </p>
    </div>
  );
}

/** Nothing there yet: one sentence what the screen is for, one action, one real example. */
export function Empty(props: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Something real to look at: code, a row, a template. */
  readonly example?: ReactNode;
}): ReactElement {
  return (
    <div className={styles.empty}>
      <h2>{props.title}</h2>
      <p>{props.children}</p>
      {props.action && <div className={styles.actions}>{props.action}</div>}
      {props.example && <div className={styles.example}>{props.example}</div>}
    </div>
  );
}

/** After a second of waiting: how long it takes already, in tenths, what is known, and a way to stop. */
export function Waiting(props: {
  /** Start of what runs, in ms of `Date.now()`. */
  readonly since: number;
  /** "1.2 M rows read", "usually 0.4 s" */
  readonly facts?: readonly string[];
  readonly onCancel?: () => void;
}): ReactElement | null {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  if (now - props.since < 1000) return null;
  return (
    <div className={styles.waiting}>
      <b>{((now - props.since) / 1000).toFixed(1)} s</b>
      {props.facts?.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {props.onCancel && (
        <Button size="small" keys="Esc" onPress={props.onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

/** A strip across a pane that says one thing: an old result, a draft, a change by somebody else. */
export function Notice(props: {
  readonly tone?: 'plain' | 'warn' | 'danger';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}): ReactElement {
  return (
    <div className={styles.notice} data-tone={props.tone ?? 'plain'} role="status">
      <div>{props.children}</div>
      {props.actions && <div className={styles.actions}>{props.actions}</div>}
    </div>
  );
}
