import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { copyText } from './copy-button.tsx';
import { joinClasses } from './join-classes.ts';
import { ActionMenu } from './menu.tsx';
import styles from './page.module.css';
import { sayToast } from './toasts.tsx';

/**
 * Head of a screen: its `h1`, what belongs to it, and controls at the right. The name of the screen becomes the title of
 * the document, and after a navigation the `h1` takes focus, which also announces it.
 */
export function PageHead(props: {
  readonly title: string;
  /** Beside the title: state, kind, address. */
  readonly beside?: ReactNode;
  /** Right: search, filters, the primary action. */
  readonly controls?: ReactNode;
  /** Code-like names keep their fixed width. */
  readonly isName?: boolean;
  /** The call that this screen reads, as a path of the API: `/api/projects/1/endpoints`. "Copy as curl" gives it. */
  readonly apiCall?: string;
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    document.title = `${props.title} · Sluice`;
  }, [props.title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new screen, although the head stays
  useEffect(() => {
    const active = document.activeElement;
    if (active === null || active === document.body || active.closest('nav, [data-moves-focus]'))
      heading.current?.focus();
  }, [path]);
  return (
    <header className={styles.head}>
      <div className={styles.titles}>
        <h1 ref={heading} tabIndex={-1} className={joinClasses(props.isName && styles.name)}>
          {props.title}
        </h1>
        {props.beside}
      </div>
      {(props.controls || props.apiCall) && (
        <div className={styles.controls}>
          {props.controls}
          {props.apiCall && <CallMenu path={props.apiCall} />}
        </div>
      )}
    </header>
  );
}

/** The console does nothing that its user could not call: each screen hands over its call. */
function CallMenu({ path }: { readonly path: string }): ReactElement {
  const curl = `curl -s -H "Authorization: Bearer $SLUICE_KEY" '${location.origin}${path}'`;
  const copy = async () => {
    const isCopied = await copyText(curl);
    if (isCopied) sayToast('curl command copied');
    else sayToast('This browser gives no clipboard to pages without HTTPS', { tone: 'danger' });
  };
  return (
    <ActionMenu
      label="This screen"
      groups={[
        {
          actions: [
            { id: 'curl', label: 'Copy as curl', icon: 'copy', help: path, onAction: () => void copy() },
          ],
        },
      ]}
    >
      <IconButton icon="more" label="More of this screen" />
    </ActionMenu>
  );
}

/** Everything below the head of a screen; scrolls by itself. */
export function PageBody(props: { readonly children: ReactNode; readonly isPadded?: boolean }): ReactElement {
  return <div className={joinClasses(styles.body, props.isPadded && styles.padded)}>{props.children}</div>;
}

/** Everything of a tab below the tabs, which draw the line; scrolls by itself. */
export function TabBody(props: { readonly children: ReactNode; readonly isPadded?: boolean }): ReactElement {
  return (
    <div className={joinClasses(styles.body, styles.ofTab, props.isPadded && styles.padded)}>
      {props.children}
    </div>
  );
}

/** A surface with a hairline around it: tables, charts, forms. Never one inside another. */
export function Pane(props: {
  readonly title?: string;
  readonly controls?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}): ReactElement {
  return (
    <section
      className={joinClasses(styles.pane, props.className)}
      {...(props.title ? { 'aria-label': props.title } : {})}
    >
      {(props.title || props.controls) && (
        <header className={styles.paneHead}>
          <h2>{props.title}</h2>
          {props.controls}
        </header>
      )}
      {props.children}
    </section>
  );
}

/** One tab: a link, so that it can be opened, shared and gone back to. */
export interface LinkTab {
  readonly label: string;
  /** Path in the console: `/1/endpoints/usage/playground`. */
  readonly to: string;
  /** A figure or a dot after the words. */
  readonly mark?: ReactNode;
}

/** Tabs that are links. */
export function LinkTabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly LinkTab[];
}): ReactElement {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to as never}
          className={styles.tab}
          activeProps={{ 'aria-current': 'page' }}
        >
          {tab.label}
          {tab.mark !== undefined && tab.mark !== null && <span className={styles.mark}>{tab.mark}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** A row of figures with their names above: what a screen says at a glance. */
export function Figures({ children }: { readonly children: ReactNode }): ReactElement {
  return <dl className={styles.figures}>{children}</dl>;
}

/** One figure of `Figures`. */
export function Figure(props: {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: 'plain' | 'danger' | 'warn';
}): ReactElement {
  return (
    <div className={styles.figure} data-tone={props.tone ?? 'plain'}>
      <dt>{props.name}</dt>
      <dd>
        <b>{props.value}</b>
        {props.note && <span>{props.note}</span>}
      </dd>
    </div>
  );
}
