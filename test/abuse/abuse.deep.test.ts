import { describeCases } from './describe-cases.ts';

await describeCases({ isDeep: true });
