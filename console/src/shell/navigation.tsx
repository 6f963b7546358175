import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useStore } from '../api/store.ts';
import type { Project, Service } from '../data/shapes.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { ActionMenu } from '../parts/menu.tsx';
import { MODIFIER } from '../parts/modifier.ts';
import { Tip } from '../parts/tip.tsx';
import { hasScope } from '../session/has-scope.ts';
import { useSessionKey } from '../session/permission.ts';
import { signOut } from '../session/sign-in.ts';
import styles from './frame.module.css';
import { linkOf } from './link-of.ts';
import { Mark } from './mark.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';
import type { Screen } from './screen.ts';
import { changeSettings, settings } from './settings.ts';

const GROUPS = [
  { group: 'endpoints', label: null },
  { group: 'data', label: 'Data' },
  { group: 'project', label: 'Project' },
] as const;

/** By the first word of the path; shown instead of the words where the window is narrow. */
const ICONS: Readonly<Record<string, IconName>> = {
  endpoints: 'bolt',
  query: 'play',
  runs: 'history',
  actions: 'filter',
  live: 'live',
  catalogue: 'book',
  imports: 'upload',
  persons: 'person',
  cohorts: 'persons',
  activity: 'clock',
  keys: 'key',
  settings: 'gear',
};

/** The left side of the frame. */
export function Navigation(props: {
  readonly screens: readonly Screen[];
  readonly project: Project | null;
  readonly service: Service | null;
  readonly open: (what: 'palette' | 'help') => void;
}): ReactElement {
  return (
    <nav className={styles.navigation} aria-label="Console">
      <Link to="/" className={styles.mark} aria-label="Sluice">
        <Mark />
        <span>Sluice</span>
      </Link>
      <ProjectSwitcher project={props.project} />
      <button
        type="button"
        className={styles.jump}
        onClick={() => props.open('palette')}
        aria-label={`Go to… ${MODIFIER}K`}
      >
        <Icon name="search" size={14} />
        <span>Go to…</span> <kbd>{MODIFIER}K</kbd>
      </button>
      <div className={styles.entries}>
        {GROUPS.map(({ group, label }) => (
          <Group key={group} label={label} screens={inGroup(props.screens, group)} project={props.project} />
        ))}
      </div>
      <Foot service={props.service} open={props.open} />
    </nav>
  );
}

function inGroup(screens: readonly Screen[], group: string): readonly Screen[] {
  return screens.filter(({ navigation }) => navigation?.group === group);
}

function Group(props: {
  readonly label: string | null;
  readonly screens: readonly Screen[];
  readonly project: Project | null;
}): ReactElement | null {
  const key = useSessionKey();
  if (props.screens.length === 0) return null;
  return (
    <>
      {props.label && <h2 className={styles.groupLabel}>{props.label}</h2>}
      <ul>
        {props.screens.map(({ path, navigation }) => (
          <li key={path}>
            <Link
              to={linkOf(path, props.project) as never}
              className={styles.entry}
              activeProps={{ 'aria-current': 'page' }}
              data-refused={(navigation?.scope && !hasScope(key, navigation.scope)) || undefined}
            >
              <Icon name={ICONS[path.split('/').find((word) => word !== '') ?? ''] ?? 'chevron-right'} />
              <span>{navigation?.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Foot(props: {
  readonly service: Service | null;
  readonly open: (what: 'help') => void;
}): ReactElement {
  const key = useSessionKey();
  const { theme, density } = useStore(settings);
  const choose = (
    label: string,
    isChosen: boolean,
    change: Parameters<typeof changeSettings>[0],
    keys?: string,
  ) => ({
    id: label,
    label,
    ...(isChosen ? { icon: 'check' as const } : {}),
    ...(keys ? { keys } : {}),
    onAction: () => changeSettings(change),
  });
  return (
    <footer className={styles.foot}>
      <ActionMenu
        label="Key, theme and density"
        placement="top start"
        groups={[
          {
            label: 'Theme',
            actions: [
              choose('As the system', theme === 'system', { theme: 'system' }),
              choose('Light', theme === 'light', { theme: 'light' }),
              choose('Dark', theme === 'dark', { theme: 'dark' }),
            ],
          },
          {
            label: 'Density',
            actions: [
              choose('Comfortable', density === 'comfortable', { density: 'comfortable' }),
              choose('Dense', density === 'dense', { density: 'dense' }),
            ],
          },
          {
            actions: [{ id: 'out', label: 'Sign out', icon: 'leave', onAction: () => void signOut() }],
          },
        ]}
      >
        <Button tone="quiet" aria-label={`Key ${key?.label ?? ''}: theme, density, sign out`}>
          <Icon name="key" />
          <span className={styles.keyLabel}>{key?.label}</span>
        </Button>
      </ActionMenu>
      <IconButton icon="info" label="Keys and help  ?" onPress={() => props.open('help')} />
      {props.service && (
        <Tip text={`Engine: ${props.service.engine.kind} ${props.service.engine.version ?? ''}`}>
          <a className={styles.version} href="/docs" target="_blank" rel="noreferrer">
            {props.service.version}
          </a>
        </Tip>
      )}
    </footer>
  );
}
