// Writes what each pass of the compiler takes and gives into test/fixtures/compiler/passes, below the query of each
// file. Run: node scripts/write-pass-fixtures.ts
import { writeFileSync } from 'node:fs';
import { expectedText, readPassFixtures } from '../test/fixtures/compiler/pass-fixtures.ts';

for (const fixture of readPassFixtures()) writeFileSync(fixture.file, expectedText(fixture));
