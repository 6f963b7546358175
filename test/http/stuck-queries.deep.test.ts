import { describeStuckQueries } from './describe-stuck-queries.ts';

describeStuckQueries({ isDeep: true });
