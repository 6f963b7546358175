import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  ListBox,
  ListBoxItem,
  Popover,
  useFilter,
} from 'react-aria-components';
import { projectsQuery } from '../data/projects.ts';
import type { Project } from '../data/shapes.ts';
import { Button as PlainButton } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import lists from '../parts/lists.module.css';
import { SearchField } from '../parts/search-field.tsx';
import { useRefusal } from '../session/permission.ts';
import styles from './frame.module.css';
import { newProject } from './new-project.tsx';

/** The project on the screen, and a list to search for another one. */
export function ProjectSwitcher({ project }: { readonly project: Project | null }): ReactElement {
  const projects = useQuery(projectsQuery);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const { contains } = useFilter({ sensitivity: 'base' });
  const choose = (id: string) => {
    setOpen(false);
    setSearch('');
    void navigate({ to: `/${id}/endpoints` as never });
  };
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
          <Autocomplete filter={contains} inputValue={search} onInputChange={setSearch}>
            <SearchField label="Find a project" value={search} onChange={setSearch} autoFocus />
            <ListBox
              aria-label="Projects"
              className={lists.list}
              items={projects.data ?? []}
              onAction={(id) => choose(String(id))}
              renderEmptyState={() => <p className={styles.none}>No project of this name</p>}
            >
              {(item) => (
                <ListBoxItem id={item.id} textValue={`${item.name} ${item.id}`} className={lists.item}>
                  {item.id === project?.id && <Icon name="check" size={14} />}
                  {item.name}
                  <span className={lists.after}>{item.id}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
          <NewProject onPress={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** Opens the dialog from the frame, because the list closes with the press. */
function NewProject({ onPress }: { readonly onPress: () => void }): ReactElement {
  const refusal = useRefusal('project:write');
  return (
    <PlainButton
      tone="quiet"
      icon="plus"
      unavailable={refusal}
      onPress={() => {
        onPress();
        newProject.set(true);
      }}
    >
      New project
    </PlainButton>
  );
}
