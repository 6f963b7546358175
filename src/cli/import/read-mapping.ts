import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type ImportMapping, importMappingSchema } from '../../schema/import-mapping.ts';
import { CommandError } from '../command-error.ts';

/**
 * Reads a mapping file, YAML or JSON.
 * @throws CommandError usage with every problem
 */
export function readMapping(file: string): ImportMapping {
  const checked = importMappingSchema.safeParse(readYaml(file));
  if (checked.success) return checked.data;
  const problems = checked.error.issues.map(({ path, message }) => `  - ${path.join('.')}: ${message}`);
  throw new CommandError('usage', `${file} is not a mapping:\n${problems.join('\n')}`);
}

function readYaml(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 });
  } catch (error) {
    throw new CommandError('usage', `${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
