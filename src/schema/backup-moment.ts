import { z } from 'zod';
import { component, described, moment } from './described.ts';

/** A moment of a service that a backup copies, as answered. */
export const backupMomentSchema = component('BackupMoment', 'A moment of the service that is held still', {
  id: described(z.string(), 'Names the moment', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
  folder: described(
    z.string(),
    'Folder on the machine of the service that holds it, to be copied',
    '/var/lib/sluice/backup-moment',
  ),
  created_at: moment('The moment: what was answered before it is in the folder'),
  held_ms: described(z.int(), 'How long events waited to become visible meanwhile, milliseconds', 12),
});

export type BackupMoment = z.output<typeof backupMomentSchema>;
