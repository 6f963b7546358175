import { AppError } from '../../src/base/errors.ts';
import type { CompiledVersion } from '../../src/query/plan.ts';
import type { CompileQuery } from '../../src/services/endpoints/endpoint-services.ts';

/**
 * Stands for the compiler where only its outcome matters: words after `select` are columns, `{variables.x}` uses a
 * variable, `bad` does not compile. The canonical spelling has single spaces and small letters.
 */
export const compileWords: CompileQuery = (query, declarations) => {
  const text = String(query['query'] ?? query.kind);
  if (text.includes('bad')) throw new AppError('syntax_error', 'Found "bad".', { attr: 'query.query' });
  const names = [...text.matchAll(/\{variables\.(\w+)\}/g)].map((match) => match[1] ?? '');
  const unused = Object.keys(declarations).find((name) => !names.includes(name));
  if (unused !== undefined) {
    throw new AppError('unknown_variable', `The query does not use "${unused}".`, {
      attr: `variables.${unused}`,
    });
  }
  const [selected = ''] = text.toLowerCase().split(/\bfrom\b/);
  const columns = [...selected.matchAll(/\b([a-z]+)\s*(?=,|$)/g)].map((match) => match[1] ?? '');
  const compiled: Omit<CompiledVersion, 'prepare' | 'defaultCacheAgeSeconds'> = {
    kind: query.kind,
    canonicalQuery: text.toLowerCase().replace(/\s+/g, ' ').trim(),
    columns: columns.map((name) => ({ name, type: name.startsWith('n') ? 'Int64' : 'String' })),
    variables: names.map((name) => ({
      name,
      type: declarations[name]?.type ?? 'String',
      declared: Object.hasOwn(declarations, name),
      required: true,
      nullable: true,
    })),
    tables: ['events'],
    notMaterializable: names.length > 0 ? `It uses the variable "${names[0]}".` : null,
  };
  return { ...compiled, prepare: notRun, defaultCacheAgeSeconds: notRun };
};

function notRun(): never {
  throw new Error('saving an endpoint does not run it');
}
