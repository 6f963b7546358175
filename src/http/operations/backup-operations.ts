import { z } from 'zod';
import { backupMomentSchema } from '../../schema/backup-moment.ts';
import { described } from '../../schema/described.ts';
import { below } from './below.ts';
import { inChapter } from './in-chapter.ts';

const MOMENTS = '/api/backup_moments';

const ofMoment = below(`${MOMENTS}/{id}`, {
  id: described(z.string(), 'Id of the moment', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
});

/** What `sluice backup` asks of a running service. */
export const backupOperations = inChapter('Service', '*', {
  begin: {
    id: 'beginBackupMoment',
    method: 'POST',
    path: MOMENTS,
    summary: 'Hold a moment of the whole service still, to be copied',
    description:
      'Needs a key with all scopes and all projects. `sluice backup` calls this on the machine of the service, copies ' +
      'the folder and lets the moment go. An earlier moment that is still held is dropped.',
    answers: { 201: { description: 'The moment', schema: backupMomentSchema } },
    errors: ['backup_unavailable'],
  },
  keep: {
    id: 'keepBackupMoment',
    ...ofMoment('POST', '/keep'),
    summary: 'Keep a held moment for ten more minutes',
    answers: { 204: { description: 'It is kept' } },
    errors: ['not_found'],
  },
  end: {
    id: 'endBackupMoment',
    ...ofMoment('DELETE'),
    summary: 'Let a held moment go',
    answers: { 204: { description: 'It is not held any more' } },
  },
});
