import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { Autocomplete, ListBox, ListBoxItem, useFilter } from 'react-aria-components';
import { useProjects } from '../data/projects.ts';
import type { Project } from '../data/shapes.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import lists from '../parts/lists.module.css';
import { SearchField } from '../parts/search-field.tsx';
import { useRefusal } from '../session/permission.ts';
import styles from './frame.module.css';
import { isMakingProject } from './is-making-project.ts';

/** The projects of the key, to search for one; below them the way to a new one. */
export default function ProjectList(props: {
  readonly project: Project | null;
  readonly onDone: () => void;
}): ReactElement {
  const { projects } = useProjects(String(props.project?.id));
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const { contains } = useFilter({ sensitivity: 'base' });
  const choose = (id: string) => {
    props.onDone();
    void navigate({ to: `/${id}` as never });
  };
  return (
    <>
      <Autocomplete filter={contains} inputValue={search} onInputChange={setSearch}>
        <SearchField label="Find a project" value={search} onChange={setSearch} autoFocus />
        <ListBox
          aria-label="Projects"
          className={lists.list}
          items={projects ?? []}
          onAction={(id) => choose(String(id))}
          renderEmptyState={() => <p className={styles.none}>No project of this name</p>}
        >
          {(item) => (
            <ListBoxItem id={item.id} textValue={`${item.name} ${item.id}`} className={lists.item}>
              {item.id === props.project?.id && <Icon name="check" size={14} />}
              {item.name}
              <span className={lists.after}>{item.id}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
      <NewProject onPress={props.onDone} />
    </>
  );
}

/** Opens the dialog from the frame, because the list closes with the press. */
function NewProject({ onPress }: { readonly onPress: () => void }): ReactElement {
  const refusal = useRefusal('project:write');
  return (
    <Button
      tone="quiet"
      icon="plus"
      unavailable={refusal}
      onPress={() => {
        onPress();
        isMakingProject.set(true);
      }}
    >
      New project
    </Button>
  );
}
