import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { QUERY_KINDS } from '../../data/shapes.ts';
import { TEMPLATES } from '../../insight/templates.ts';
import { Button } from '../../parts/button.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { useRefusal } from '../../session/permission.ts';

/** "New endpoint": the kinds and the templates; "Duplicate" is in the menu of a row. */
export function NewEndpointMenu(props: { readonly projectId: number }): ReactElement {
  const navigate = useNavigate();
  const refusal = useRefusal('endpoint:write');
  const make = (search: Readonly<Record<string, string>>) => () =>
    void navigate({ to: `/${props.projectId}/endpoints/new` as never, search: search as never });
  const button = (
    <Button tone="primary" icon="plus" keys="n" unavailable={refusal}>
      New endpoint
    </Button>
  );
  if (refusal !== null) return button;
  return (
    <ActionMenu
      label="New endpoint"
      groups={[
        {
          label: 'Ask',
          actions: QUERY_KINDS.map(({ kind, name, says }) => ({
            id: kind,
            label: name,
            help: says,
            onAction: make({ kind }),
          })),
        },
        {
          label: 'From a template',
          actions: TEMPLATES.map(({ id, label, help }) => ({
            id,
            label,
            help,
            onAction: make({ template: id }),
          })),
        },
      ]}
    >
      {button}
    </ActionMenu>
  );
}
