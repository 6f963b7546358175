import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { asProblem } from '../../api/problem.ts';
import { changeEndpoint, deleteEndpoint, restoreEndpoint } from '../../data/endpoints.ts';
import { variablesQuery } from '../../data/runs.ts';
import type { Endpoint, Project } from '../../data/shapes.ts';
import { copyText } from '../../parts/copy-button.tsx';
import type { MenuAction, MenuGroup } from '../../parts/menu.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import { useRefusal } from '../../session/permission.ts';
import { curlOf } from './curl-of.ts';
import type { ListedEndpoint } from './listed-endpoint.ts';

/** What can be done with a row of the list. Deleting and switching off happen at once and can be undone. */
export function useEndpointActions(
  project: Project,
  onRename: (endpoint: Endpoint) => void,
): (row: ListedEndpoint) => readonly MenuGroup[] {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refusal = useRefusal('endpoint:write');
  const base = `/${project.id}/endpoints`;
  const go = (to: string, search?: Record<string, string>) =>
    void navigate({ to: to as never, search: (search ?? {}) as never });
  const refresh = () => client.invalidateQueries({ queryKey: ['project', project.id, 'endpoints'] });
  const attempt = async (act: () => Promise<unknown>, said: string, undo?: () => Promise<unknown>) => {
    try {
      await act();
      const action = undo && { label: 'Undo', onPress: () => void attempt(undo, 'Undone') };
      sayToast(said, action ? { action } : {});
    } catch (error) {
      sayToast(asProblem(error).message, { tone: 'danger' });
    }
    await refresh();
  };
  const copyCurl = async (endpoint: Endpoint) => {
    const variables = await client.fetchQuery(variablesQuery(project.id, endpoint)).catch(() => []);
    await copyAndSay(curlOf(endpoint, variables), 'curl command');
  };
  const setActive = (name: string, is_active: boolean) => () =>
    changeEndpoint(project.id, name, { is_active });
  return ({ endpoint }) => [
    {
      actions: callActions({
        play: () => go(`${base}/${endpoint.name}/playground`),
        copyUrl: () => void copyAndSay(location.origin + endpoint.endpoint_path, 'URL'),
        copyCurl: () => void copyCurl(endpoint),
      }),
    },
    {
      actions: changeActions(endpoint, refusal, {
        duplicate: () => go(`${base}/new`, { from: endpoint.name }),
        rename: () => onRename(endpoint),
        setActive: (isActive) =>
          void attempt(
            setActive(endpoint.name, isActive),
            isActive ? `${endpoint.name} is active` : `${endpoint.name} is inactive: its runs answer 404`,
            setActive(endpoint.name, !isActive),
          ),
      }),
    },
    {
      actions: [
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash',
          tone: 'danger',
          unavailable: refusal,
          onAction: () =>
            void attempt(
              () => deleteEndpoint(project.id, endpoint.name),
              `${endpoint.name} is deleted`,
              () => restoreEndpoint(project.id, endpoint.name),
            ),
        },
      ],
    },
  ];
}

async function copyAndSay(text: string, what: string): Promise<void> {
  const isCopied = await copyText(text);
  sayToast(
    isCopied ? `${what} copied` : 'This browser gives no clipboard to pages without HTTPS',
    isCopied ? {} : { tone: 'danger' },
  );
}

function callActions(act: {
  readonly play: () => void;
  readonly copyUrl: () => void;
  readonly copyCurl: () => void;
}): readonly MenuAction[] {
  return [
    { id: 'play', label: 'Run in playground', icon: 'play', keys: 'p', onAction: act.play },
    { id: 'url', label: 'Copy URL', icon: 'copy', onAction: act.copyUrl },
    { id: 'curl', label: 'Copy curl', icon: 'copy', onAction: act.copyCurl },
  ];
}

function changeActions(
  { is_active: isActive }: Endpoint,
  unavailable: string | null,
  act: {
    readonly duplicate: () => void;
    readonly rename: () => void;
    readonly setActive: (isActive: boolean) => void;
  },
): readonly MenuAction[] {
  return [
    { id: 'duplicate', label: 'Duplicate', unavailable, onAction: act.duplicate },
    { id: 'rename', label: 'Rename…', unavailable, onAction: act.rename },
    {
      id: 'active',
      label: isActive ? 'Deactivate' : 'Activate',
      ...(isActive ? { help: 'Runs answer 404 until it is active again' } : {}),
      unavailable,
      onAction: () => act.setActive(!isActive),
    },
  ];
}
