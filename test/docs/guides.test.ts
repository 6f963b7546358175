import { describeGuides } from './describe-guides.ts';

// `guides.deep.test.ts` follows the guide that starts programs.

describeGuides([
  ['getting-started.md', 15],
  ['insights.md', 8],
  ['overrides.md', 5],
  ['cache.md', 5],
  ['keys.md', 6],
  ['multi-tenant-pages.md', 6],
]);
