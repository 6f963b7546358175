import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../data/endpoint-context.ts';
import { changeEndpoint } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import { sayToast } from '../../parts/toasts.tsx';
import { changeOf, formOf, type SettingsForm } from './settings-form.ts';

/**
 * The form of an endpoint's settings. It begins anew with each revision as long as nothing is typed; what is typed stays,
 * and is saved only if nobody else changed the endpoint since.
 */
export function useSettings() {
  const endpoint = useEndpoint();
  const project = useProject();
  const client = useQueryClient();
  const [began, setBegan] = useState(endpoint);
  const [form, setForm] = useState<SettingsForm>(formOf(endpoint));
  const body = changeOf(form, formOf(began));
  const isChanged = Object.keys(body).length > 0;
  const begin = (from: typeof endpoint) => {
    setBegan(from);
    setForm(formOf(from));
  };
  if (began.revision !== endpoint.revision && !isChanged) begin(endpoint);
  const save = useMutation({
    mutationFn: () => changeEndpoint(project.id, endpoint.name, body, { revision: began.revision }),
    onSuccess: (saved) => {
      sayToast(`${endpoint.name} is saved`);
      begin({ ...began, ...saved });
      return client.invalidateQueries({ queryKey: ['project', project.id, 'endpoints'] });
    },
  });
  return { endpoint, form, setForm, isChanged, save, discard: () => begin(endpoint) };
}
