import type { ReactElement } from 'react';
import { useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { Project } from '../data/shapes.ts';
import { Icon } from '../parts/icons.tsx';
import lists from '../parts/lists.module.css';
import styles from './frame.module.css';
import { ProjectList } from './later-parts.ts';

/** The project on the screen, and a list to search for another one. */
export function ProjectSwitcher({ project }: { readonly project: Project | null }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        className={styles.project}
        aria-label={project ? `Project ${project.name} ${project.id}, choose another` : 'Choose a project'}
      >
        <span className={styles.projectName}>{project?.name ?? 'Choose a project'}</span>{' '}
        {project && <span className={styles.projectId}>{project.id}</span>}
        <Icon name="chevron-down" size={14} />
      </Button>
      <Popover className={lists.popover} placement="bottom start" offset={4}>
        <Dialog aria-label="Projects" className={styles.projects}>
          <ProjectList project={project} onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
