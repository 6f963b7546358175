import { describeTwoShards } from './describe-two-shards.ts';

describeTwoShards({ queriesPerWorld: 6, statements: 60 });
