import { describeGuides } from './describe-guides.ts';

// Four programs are started, and a whole folder is copied twice.

describeGuides([['production.md', 3]]);
