import { describeFailedDeletions } from './describe-failed-deletions.ts';

describeFailedDeletions({ every: 1 });
