import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { isAppError } from '../../base/errors.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { type ImportMapping, importMappingSchema } from '../../schema/import-mapping.ts';
import { CommandError } from '../command-error.ts';

/**
 * Reads a mapping file, YAML or JSON.
 * @throws CommandError usage that names the first problem, and the nearest name of one that is unknown
 */
export function readMapping(file: string): ImportMapping {
  try {
    return checkShape(importMappingSchema, readYaml(file));
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw new CommandError('usage', `${file} is not a mapping: ${error.message}`, { cause: error });
  }
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
