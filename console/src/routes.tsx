import { useQuery } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  useParams,
} from '@tanstack/react-router';
import { useContext } from 'react';
import { loadPart } from './api/load-part.ts';
import { eventsQuery } from './data/names.ts';
import { ProjectContext } from './data/projects.ts';
import { later } from './parts/later.tsx';
import { Empty } from './parts/states.tsx';
import { hasScope } from './session/has-scope.ts';
import { useSessionKey } from './session/permission.ts';
import { Frame } from './shell/frame.tsx';
import type { EndpointTab, Screen } from './shell/screen.ts';

// The list of all screens. A new one is a folder in screens/ and an entry here; console/README.md tells the rest.

/** Screens of the frame, in the order of the navigation. */
const SCREENS: readonly Screen[] = [
  {
    path: 'endpoints',
    load: () => import('./screens/endpoints/endpoints-screen.tsx'),
    navigation: { group: 'endpoints', label: 'Endpoints', key: 'e', scope: 'endpoint:read' },
  },
  { path: 'endpoints/new', load: () => import('./screens/new-endpoint/new-endpoint-screen.tsx') },
  {
    path: 'query',
    load: () => import('./screens/scratch/scratch-screen.tsx'),
    navigation: { group: 'endpoints', label: 'Query', key: 'q', scope: 'query:read' },
  },
  {
    path: 'runs',
    load: () => import('./screens/runs/runs-screen.tsx'),
    navigation: { group: 'endpoints', label: 'Runs', key: 'r', scope: 'endpoint:read' },
  },
  {
    path: 'actions',
    load: () => import('./screens/actions/actions-screen.tsx'),
    navigation: { group: 'endpoints', label: 'Actions', key: 'a', scope: 'endpoint:read' },
  },
  { path: 'actions/new', load: () => import('./screens/actions/new-action-screen.tsx') },
  { path: 'actions/$id', load: () => import('./screens/actions/action-screen.tsx') },
  {
    path: 'cohorts',
    load: () => import('./screens/cohorts/cohorts-screen.tsx'),
    navigation: { group: 'endpoints', label: 'Cohorts', key: 'o', scope: 'endpoint:read' },
  },
  { path: 'cohorts/new', load: () => import('./screens/cohorts/new-cohort-screen.tsx') },
  { path: 'cohorts/$id', load: () => import('./screens/cohorts/cohort-screen.tsx') },
  {
    path: 'live',
    load: () => import('./screens/live/live-screen.tsx'),
    navigation: { group: 'data', label: 'Live events', key: 'l', scope: 'query:read' },
  },
  {
    path: 'persons',
    load: () => import('./screens/persons/persons-screen.tsx'),
    navigation: { group: 'data', label: 'Persons', key: 'p', scope: 'query:read' },
  },
  { path: 'persons/$id', load: () => import('./screens/persons/person-screen.tsx') },
  {
    path: 'catalogue/events',
    load: () => import('./screens/catalogue/events-screen.tsx'),
    navigation: { group: 'data', label: 'Catalogue', key: 'c', scope: 'project:read' },
  },
  { path: 'catalogue/properties', load: () => import('./screens/catalogue/properties-screen.tsx') },
  { path: 'catalogue/warnings', load: () => import('./screens/catalogue/warnings-screen.tsx') },
  {
    path: 'imports',
    load: () => import('./screens/imports/imports-screen.tsx'),
    navigation: { group: 'data', label: 'Imports', key: 'i', scope: 'event:write' },
  },
  { path: 'imports/$id', load: () => import('./screens/imports/import-screen.tsx') },
  { path: 'welcome', load: () => import('./screens/welcome/welcome-screen.tsx') },
  {
    path: 'activity',
    load: () => import('./screens/activity/activity-screen.tsx'),
    navigation: { group: 'project', label: 'Activity', scope: 'project:read' },
  },
  {
    path: '/keys',
    load: () => import('./screens/keys/keys-screen.tsx'),
    navigation: { group: 'project', label: 'Keys', key: 'k' },
  },
  {
    path: 'settings',
    load: () => import('./screens/settings/settings-screen.tsx'),
    navigation: { group: 'project', label: 'Settings', key: 's', scope: 'project:read' },
  },
];

/** Tabs of an endpoint, in their order; the first one opens by itself. */
const ENDPOINT_TABS: readonly EndpointTab[] = [
  { path: 'query', label: 'Query', load: () => import('./screens/query/query-tab.tsx') },
  {
    path: 'playground',
    label: 'Playground',
    load: () => import('./screens/playground/playground-screen.tsx'),
  },
  { path: 'versions', label: 'Versions', load: () => import('./screens/versions/versions-tab.tsx') },
  {
    path: 'materialization',
    label: 'Materialization',
    load: () => import('./screens/materialization/materialization-tab.tsx'),
  },
  { path: 'reads', label: 'Reads', load: () => import('./screens/reads/reads-tab.tsx') },
  { path: 'runs', label: 'Runs', load: () => import('./screens/runs/runs-tab.tsx') },
  {
    path: 'settings',
    label: 'Settings',
    load: () => import('./screens/endpoint-settings/endpoint-settings-tab.tsx'),
  },
];

const root = createRootRoute({ component: Outlet, notFoundComponent: NoSuchPage });

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  component: () => <Frame screens={SCREENS} />,
});

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: Home,
});

/** Who is signed in already has nothing to do there; the others see the sign-in at every address. */
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: () => <Navigate to={'/' as never} replace />,
});

const project = createRoute({ getParentRoute: () => frame, path: '/$project', component: Outlet });

const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: FirstScreen,
});

const EndpointFrame = later(() => import('./screens/endpoint/endpoint-frame.tsx'));
/** Endpoints; Welcome where no event has come yet. */
function FirstScreen() {
  const { project: id } = useParams({ strict: false }) as { readonly project: string };
  const mayLook = hasScope(useSessionKey(), 'project:read');
  const events = useQuery({ ...eventsQuery(Number(id)), enabled: mayLook });
  if (mayLook && events.isPending) return null;
  const screen = events.data?.names.length === 0 ? 'welcome' : 'endpoints';
  return <Navigate to={`/${id}/${screen}` as never} replace />;
}

const endpoint = createRoute({
  getParentRoute: () => project,
  path: '/endpoints/$name',
  component: () => <EndpointFrame tabs={ENDPOINT_TABS} />,
});

const endpointHome = createRoute({ getParentRoute: () => endpoint, path: '/', component: FirstTab });

function FirstTab() {
  const [first] = ENDPOINT_TABS;
  if (first === undefined) return null;
  return <Navigate from={'/$project/endpoints/$name' as never} to={`./${first.path}` as never} replace />;
}

/** Loads a screen, as soon as the service is there. */
const screenOf = (load: Screen['load']) => lazyRouteComponent(() => loadPart(load));

const routeOfScreen = ({ path, load }: Screen) =>
  path.startsWith('/')
    ? createRoute({ getParentRoute: () => frame, path, component: screenOf(load) })
    : createRoute({ getParentRoute: () => project, path: `/${path}`, component: screenOf(load) });

const routeOfTab = ({ path, load }: EndpointTab) =>
  createRoute({ getParentRoute: () => endpoint, path: `/${path}`, component: screenOf(load) });

const inProject = SCREENS.filter(({ path }) => !path.startsWith('/')).map(routeOfScreen);
const inNoProject = SCREENS.filter(({ path }) => path.startsWith('/')).map(routeOfScreen);

/** Addresses hold plain texts: `?q=12` is the text 12, and nothing is JSON. */
export const router = createRouter({
  basepath: '/console',
  routeTree: root.addChildren([
    signIn,
    frame.addChildren([
      home,
      ...inNoProject,
      project.addChildren([
        projectHome,
        ...inProject,
        endpoint.addChildren([endpointHome, ...ENDPOINT_TABS.map(routeOfTab)]),
      ]),
    ]),
  ] as readonly AnyRoute[]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
    return text === '' ? '' : `?${text}`;
  },
  defaultPreload: 'intent',
  defaultNotFoundComponent: NoSuchPage,
});

/** The project that the frame shows: the one that was open last, else the first one of the key. */
function Home() {
  const shown = useContext(ProjectContext);
  if (shown === null) return <NoProject />;
  return <Navigate to={`/${shown.id}` as never} replace />;
}

function NoProject() {
  return (
    <Empty title="Your key reaches no project">
      Ask for a key that names a project, or one that reaches all of them.
    </Empty>
  );
}

function NoSuchPage() {
  return (
    <Empty title="No such page" action={<a href="/console/">Go to the endpoints</a>}>
      The console has no screen of this address. The link may come from another version.
    </Empty>
  );
}
