import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams, useRouterState } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from '../api/store.ts';
import { ProjectContext, useProjects } from '../data/projects.ts';
import { currentKeyQuery, serviceQuery } from '../data/service.ts';
import { ClockContext } from '../parts/clock.tsx';
import { Empty, ProblemPanel } from '../parts/states.tsx';
import { AwayBar } from './away-bar.tsx';
import styles from './frame.module.css';
import { isMakingProject } from './is-making-project.ts';
import { Help, loadLaterParts, NewProject, Toasts } from './later-parts.ts';
import { Navigation } from './navigation.tsx';
import { OpenPalette } from './open-palette.tsx';
import { rememberedProject, rememberProject } from './remembered-project.ts';
import type { Screen } from './screen.ts';
import { useFrameKeys } from './use-frame-keys.ts';

/** What stands around every screen: navigation, palette, help, toasts, and the project that the screen belongs to. */
export function Frame({ screens }: { readonly screens: readonly Screen[] }): ReactElement {
  const [opened, open] = useState<'palette' | 'help' | null>(null);
  const isNewProject = useStore(isMakingProject);
  useEffect(loadLaterParts, []);
  const service = useQuery(serviceQuery);
  useQuery(currentKeyQuery);
  const params = useParams({ strict: false }) as { readonly project?: string };
  const wanted = params.project ?? rememberedProject();
  const { projects, error, refetch } = useProjects(wanted);
  const project = projects?.find(({ id }) => String(id) === wanted) ?? null;
  const shownProject = project ?? (params.project === undefined ? (projects?.[0] ?? null) : null);
  useEffect(() => {
    if (project !== null) rememberProject(project.id);
  }, [project]);
  useFrameKeys(screens, shownProject, open);
  const zone = shownProject?.timezone ?? 'UTC';
  const offsetMs = service.data?.offsetMs ?? 0;
  const clock = useMemo(() => ({ zone, offsetMs }), [zone, offsetMs]);
  return (
    <ClockContext value={clock}>
      <ProjectContext value={shownProject}>
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <div className={styles.frame}>
          <Navigation screens={screens} project={shownProject} service={service.data ?? null} open={open} />
          <main id="content" className={styles.content}>
            <AwayBar />
            {error !== null ? (
              <ProblemPanel error={error} what="The projects could not be read" onRetry={() => refetch()} />
            ) : projects === undefined ? null : params.project !== undefined && project === null ? (
              <NoSuchProject id={params.project} />
            ) : (
              <Outlet key={params.project ?? 'none'} />
            )}
          </main>
        </div>
        <Announcer />
        {isNewProject && <NewProject onClose={() => isMakingProject.set(false)} />}
        <Toasts />
        {opened === 'palette' && (
          <OpenPalette screens={screens} project={shownProject} onClose={() => open(null)} />
        )}
        {opened === 'help' && <Help onClose={() => open(null)} screens={screens} />}
      </ProjectContext>
    </ClockContext>
  );
}

function NoSuchProject({ id }: { readonly id: string }): ReactElement {
  return (
    <Empty title={`No project ${id}`}>
      Your key reaches no project of this number: it may be deleted, or belong to another key. Choose another
      one at the top left.
    </Empty>
  );
}

/** Tells screen readers which screen came up. */
function Announcer(): ReactElement {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [said, say] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew for each path
  useEffect(() => {
    const timer = setTimeout(() => say(document.title), 200);
    return () => clearTimeout(timer);
  }, [path]);
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {said}
    </div>
  );
}
