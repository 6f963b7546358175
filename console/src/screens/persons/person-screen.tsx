import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { MATCHED_DAYS } from '../../data/matched-events.ts';
import { type Person, personQuery } from '../../data/persons.ts';
import { useProject } from '../../data/projects.ts';
import { MatchedPane } from '../../definition/matched-pane.tsx';
import { WithSide } from '../../definition/with-side.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Moment } from '../../parts/clock.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Fact, Facts } from '../../parts/facts.tsx';
import { formatCount } from '../../parts/format.ts';
import { PageBody, PageHead, Pane } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Empty } from '../../parts/states.tsx';
import { useRefusal } from '../../session/permission.ts';
import { DeletePersonDialog } from './delete-person-dialog.tsx';
import styles from './persons.module.css';
import { PropertiesPane } from './properties-pane.tsx';

/** One person: properties, distinct ids, latest events, and its end. */
export default function PersonScreen(): ReactElement {
  const project = useProject();
  const refusal = useRefusal('query:read');
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const person = useQuery({ ...personQuery(project.id, id), enabled: refusal === null });
  const isLost = person.isError && asProblem(person.error).status === 404;
  return (
    <>
      <PageHead
        title={person.data?.name ?? 'Person'}
        apiCall={`/api/projects/${project.id}/persons/${encodeURIComponent(id)}`}
        beside={person.data && <Badge>{person.data.is_identified ? 'identified' : 'anonymous'}</Badge>}
      />
      <PageBody>
        {isLost ? (
          <Lost />
        ) : (
          <QueryView
            query={person}
            what="The person"
            needs={{ scope: 'query:read', shows: 'Here stands what came in of one person.' }}
          >
            {(data) => <Whole person={data} />}
          </QueryView>
        )}
      </PageBody>
    </>
  );
}

function Whole({ person }: { readonly person: Person }): ReactElement {
  return (
    <WithSide
      side={
        <>
          <FactsOfPerson person={person} />
          <DistinctIds ids={person.distinct_ids} />
        </>
      }
    >
      <PropertiesPane properties={person.properties} />
      {person.last_event ? (
        <MatchedPane
          title="Latest events"
          owner={{ kind: 'person', id: person.id, since: weekBefore(person.last_event) }}
          none="No event is there any more."
        />
      ) : (
        <Pane title="Latest events">
          <p className={styles.none}>No event of this person is there.</p>
        </Pane>
      )}
    </WithSide>
  );
}

const weekBefore = (at: string) => new Date(Date.parse(at) - MATCHED_DAYS * 86_400_000).toISOString();

function FactsOfPerson({ person }: { readonly person: Person }): ReactElement {
  const project = useProject();
  const navigate = useNavigate();
  const refusal = useRefusal('event:delete');
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Pane title="Facts">
      <div className={styles.facts}>
        <Facts>
          <Fact name="Id">
            <code>{person.id}</code>
            <CopyButton text={person.id} label="Copy the id of the person" />
          </Fact>
          <Fact name="First event">
            <Moment at={person.first_event} />
          </Fact>
          <Fact name="Last event">
            <Moment at={person.last_event} />
          </Fact>
        </Facts>
        <Button
          tone="danger"
          icon="trash"
          size="small"
          unavailable={refusal}
          onPress={() => setDeleting(true)}
        >
          Delete person
        </Button>
      </div>
      {isDeleting && (
        <DeletePersonDialog
          person={person}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: `/${project.id}/persons` as never })}
        />
      )}
    </Pane>
  );
}

function DistinctIds({ ids }: { readonly ids: readonly string[] }): ReactElement {
  return (
    <Pane title="Distinct ids" controls={<span className={styles.quiet}>{formatCount(ids.length)}</span>}>
      <ul className={styles.ids} aria-label="Distinct ids">
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
            <CopyButton text={id} label={`Copy ${id.slice(0, 40)}`} />
          </li>
        ))}
      </ul>
    </Pane>
  );
}

function Lost(): ReactElement {
  const project = useProject();
  return (
    <Empty
      title="There is no such person"
      action={<Link to={`/${project.id}/persons` as never}>Show all persons</Link>}
    >
      It was deleted, never was, or its events carry no profile.
    </Empty>
  );
}
