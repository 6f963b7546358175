// Writes docs/openapi.json as TypeScript types. Run: node scripts/write-openapi-types.mjs <file>
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// openapi-typescript prints with the compiler's JavaScript API, which TypeScript 7 no longer has; @ts-morph/common
// carries an earlier compiler. Goes away with a version of openapi-typescript that takes TypeScript 7.
const compiler = 'data:text/javascript,import common from "@ts-morph/common"; export default common.ts;';
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'typescript') return { url: compiler, shortCircuit: true };
    if (context.parentURL === compiler) return next(specifier, { ...context, parentURL: import.meta.url });
    return next(specifier, context);
  },
});

const { default: openapiTS, astToString } = await import('openapi-typescript');
const [, , file = 'service-api.ts'] = process.argv;
// What has a default may be left out of a request.
const options = { defaultNonNullable: false };
const document = pathToFileURL(resolve(import.meta.dirname, '../docs/openapi.json'));
writeFileSync(file, astToString(await openapiTS(document, options)));
