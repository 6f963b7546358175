import { describeDeletedBounds } from './describe-deleted-bounds.ts';

describeDeletedBounds({ isDeep: true });
