import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { rollBackEndpoint } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import type { EndpointVersion, ShownEndpoint } from '../../data/shapes.ts';
import { ACCEPT_FIRST, AcceptBreaking } from '../../parts/accept-breaking.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Notice, ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';

/** Says what going back writes, and asks again when it breaks callers. */
export function RollBackDialog(props: {
  readonly endpoint: ShownEndpoint;
  readonly version: EndpointVersion;
  readonly onClose: () => void;
}): ReactElement {
  const { endpoint, version, onClose } = props;
  const project = useProject();
  const client = useQueryClient();
  const [isAccepted, setAccepted] = useState(false);
  const next = endpoint.current_version + 1;
  const back = useMutation({
    mutationFn: () =>
      rollBackEndpoint(project.id, endpoint.name, version.version, {
        revision: endpoint.revision,
        allowsBreaking: isAccepted,
      }),
    onSuccess: () => {
      sayToast(`${endpoint.name} runs version ${next}, which is equal to ${version.version}`);
      onClose();
      return client.invalidateQueries({ queryKey: ['project', project.id] });
    },
  });
  const breaks = back.isError && asProblem(back.error).code === 'breaking_change';
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button
        tone="primary"
        isPending={back.isPending}
        unavailable={breaks && !isAccepted ? ACCEPT_FIRST : null}
        onPress={() => back.mutate()}
      >
        Roll back
      </Button>
    </>
  );
  return (
    <Dialog title={`Roll back to version ${version.version}`} isOpen onClose={onClose} actions={actions}>
      <p>
        Writes version {next}, equal to version {version.version}. Callers that name no version get it from
        then on.
      </p>
      {endpoint.is_materialized && (
        <Notice tone="warn">Version {next} runs directly until its first build has ended.</Notice>
      )}
      <ProblemLine error={back.error} />
      {breaks && <AcceptBreaking isAccepted={isAccepted} onChange={setAccepted} />}
    </Dialog>
  );
}
