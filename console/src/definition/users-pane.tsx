import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useProject } from '../data/projects.ts';
import { Pane } from '../parts/page.tsx';
import { Skeleton } from '../parts/states.tsx';
import styles from './definition.module.css';
import type { User } from './use-users.ts';

/** Who uses an action or a cohort, each a link; null while it is read. */
export function UsersPane({ users }: { readonly users: readonly User[] | null }): ReactElement {
  return (
    <Pane title="Used by">
      {users === null ? (
        <Skeleton height={44} label="Who uses it" />
      ) : users.length === 0 ? (
        <p className={styles.none}>Nothing that is stored names it, so nothing changes with it.</p>
      ) : (
        <UserList users={users} />
      )}
    </Pane>
  );
}

/** Users as a list of links. */
function UserList({ users }: { readonly users: readonly User[] }): ReactElement {
  const project = useProject();
  return (
    <ul className={styles.users}>
      {users.map(({ what, name, path }) => (
        <li key={`${what}:${name}`}>
          {path === null ? <span>{name}</span> : <Link to={`/${project.id}/${path}` as never}>{name}</Link>}
          <span>{what}</span>
        </li>
      ))}
    </ul>
  );
}
