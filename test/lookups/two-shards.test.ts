import { describeTwoShards } from './describe-two-shards.ts';

// [SQL-10.5]

describeTwoShards({ queriesPerWorld: 2, statements: 15 });
