import { describeGeneratedTrends } from './describe-generated-trends.ts';

describeGeneratedTrends(12);
