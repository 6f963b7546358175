import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { restoreEndpoint } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../parts/button.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { Empty, ProblemLine } from '../../parts/states.tsx';
import { useRefusal } from '../../session/permission.ts';

/** A link to an endpoint that is renamed or deleted: says so, and offers to bring it back or to look for it. */
export function LostEndpoint({ name }: { readonly name: string }): ReactElement {
  const project = useProject();
  const client = useQueryClient();
  const refusal = useRefusal('endpoint:write');
  const restore = useMutation({
    mutationFn: () => restoreEndpoint(project.id, name),
    onSuccess: () => client.invalidateQueries({ queryKey: ['project', project.id, 'endpoints'] }),
  });
  return (
    <>
      <PageHead title={name} isName />
      <PageBody>
        <Empty
          title={`There is no endpoint ${name}`}
          action={
            <>
              <Button
                tone="primary"
                onPress={() => restore.mutate()}
                isPending={restore.isPending}
                unavailable={refusal}
              >
                Restore {name}
              </Button>
              <Link to={`/${project.id}/endpoints` as never} search={{ q: name } as never}>
                Search the endpoints for it
              </Link>
            </>
          }
        >
          It was renamed or deleted, or never was. A deleted endpoint can be restored under its name with all
          its versions.
        </Empty>
        <ProblemLine error={restore.error} />
      </PageBody>
    </>
  );
}
