import { describeCutDeletions } from './describe-cut-deletions.ts';

describeCutDeletions({ every: 1 });
