import { describeJudgement } from './describe-judgement.ts';

describeJudgement({ isDeep: true });
