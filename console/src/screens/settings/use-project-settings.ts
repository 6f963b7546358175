import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeProject } from '../../data/projects.ts';
import type { Project } from '../../data/shapes.ts';
import { plural } from '../../parts/format.ts';
import { sayToast } from '../../parts/toasts.tsx';
import { changeOf, formOf, losesEvents, type ProjectForm } from './project-form.ts';

/**
 * The form of a project's settings. It begins anew with each change by others as long as nothing is typed; what is typed
 * stays, and `isOvertaken` says that others have changed the project since.
 * @param project as it is now
 */
export function useProjectSettings(project: Project) {
  const client = useQueryClient();
  const [began, setBegan] = useState(project);
  const [form, setForm] = useState<ProjectForm>(formOf(project));
  const [accepts, setAccepts] = useState(false);
  const change = changeOf(form, formOf(began));
  const isChanged = Object.keys(change).length > 0;
  const isOvertaken = JSON.stringify(formOf(began)) !== JSON.stringify(formOf(project));
  const begin = (from: Project) => {
    setBegan(from);
    setForm(formOf(from));
    setAccepts(false);
  };
  const save = useMutation({
    mutationFn: () => changeProject(project.id, change, accepts),
    onSuccess: async ({ warnings, ...saved }) => {
      const others = warnings.length === 0 ? '' : `; ${plural(warnings.length, 'endpoint')} answer otherwise`;
      sayToast(`The settings of ${saved.name} are saved${others}`);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['projects'] }),
        client.invalidateQueries({ queryKey: ['project', project.id] }),
      ]);
      begin(saved);
    },
  });
  if (isOvertaken && !isChanged && !save.isPending) begin(project);
  return {
    form,
    change: (members: Partial<ProjectForm>) => setForm({ ...form, ...members }),
    isChanged,
    isOvertaken: isOvertaken && isChanged && !save.isPending,
    losesEvents: losesEvents(form, formOf(began)),
    accepts,
    setAccepts,
    save,
    discard: () => {
      begin(project);
      save.reset();
    },
  };
}

export type ProjectSettings = ReturnType<typeof useProjectSettings>;
