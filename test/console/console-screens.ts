import type { ConsoleTab } from './console-tab.ts';

/** A screen as tests and pictures reach it. */
export interface ShownScreen {
  /** Name of its picture. */
  readonly name: string;
  /** Below `/console/`, on project 1 with the demo. */
  readonly path: string;
  /** False for the screen that is shown before anybody has signed in. */
  readonly isSignedIn: boolean;
  /** What is done to it before it is looked at. */
  readonly prepare?: (tab: ConsoleTab) => Promise<void>;
}

/** Every screen of the console; a new one is added here when it lands. */
export const SHOWN_SCREENS: readonly ShownScreen[] = [
  { name: 'sign-in', path: 'sign-in', isSignedIn: false },
  { name: 'endpoints', path: '1/endpoints', isSignedIn: true },
  { name: 'new-endpoint', path: '1/endpoints/new', isSignedIn: true },
  { name: 'endpoint-query', path: '1/endpoints/usage-by-day/query', isSignedIn: true },
  { name: 'endpoint-playground', path: '1/endpoints/usage-by-day/playground', isSignedIn: true },
  { name: 'endpoint-versions', path: '1/endpoints/usage-by-day/versions', isSignedIn: true },
  { name: 'endpoint-materialization', path: '1/endpoints/feature-use/materialization', isSignedIn: true },
  { name: 'endpoint-reads', path: '1/endpoints/usage-by-day/reads', isSignedIn: true },
  { name: 'endpoint-runs', path: '1/endpoints/usage-by-day/runs', isSignedIn: true },
  { name: 'endpoint-settings', path: '1/endpoints/usage-by-day/settings', isSignedIn: true },
  { name: 'runs', path: '1/runs', isSignedIn: true },
  { name: 'actions', path: '1/actions', isSignedIn: true },
  { name: 'new-action', path: '1/actions/new', isSignedIn: true },
  { name: 'action', path: '1/actions/1', isSignedIn: true },
  { name: 'action-on-elements', path: '1/actions/2', isSignedIn: true },
  { name: 'cohorts', path: '1/cohorts', isSignedIn: true },
  { name: 'new-cohort', path: '1/cohorts/new', isSignedIn: true },
  { name: 'cohort', path: '1/cohorts/1', isSignedIn: true },
  { name: 'cohort-static', path: '1/cohorts/2', isSignedIn: true },
  { name: 'persons', path: '1/persons', isSignedIn: true },
  { name: 'person', path: '1/persons/user-2', isSignedIn: true },
  // A page that waits for events is never at rest.
  {
    name: 'live',
    path: '1/live',
    isSignedIn: true,
    prepare: (tab) => tab.button(/^Pause/).click(),
  },
  { name: 'catalogue-events', path: '1/catalogue/events', isSignedIn: true },
  { name: 'catalogue-properties', path: '1/catalogue/properties', isSignedIn: true },
  { name: 'catalogue-warnings', path: '1/catalogue/warnings', isSignedIn: true },
  { name: 'activity', path: '1/activity', isSignedIn: true },
  { name: 'keys', path: 'keys', isSignedIn: true },
  { name: 'welcome', path: '1/welcome', isSignedIn: true },
  { name: 'imports', path: '1/imports', isSignedIn: true },
  { name: 'settings', path: '1/settings', isSignedIn: true },
  { name: 'query', path: '1/query', isSignedIn: true },
];
