import { describeDeletedBounds } from './describe-deleted-bounds.ts';

// [CAP-9.3].

describeDeletedBounds({ isDeep: false });
