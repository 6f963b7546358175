import { describeFailedDeletions } from './describe-failed-deletions.ts';

// `deletion-failures.deep.test.ts` lets every call fail.

describeFailedDeletions({ every: 4 });
