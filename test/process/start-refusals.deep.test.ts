import { describeRefusalsOfOthers } from './describe-refusals-of-others.ts';

describeRefusalsOfOthers('doctor');
