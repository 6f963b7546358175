import { describeStuckQueries } from './describe-stuck-queries.ts';

// [SPEC-7.8], [ENG-2.6].

describeStuckQueries({ isDeep: false });
