import { z } from 'zod';
import { documentedAs, filledMembers, type JsonSchema } from '../../schema/documented-as.ts';

/** JSON Schemas of zod schemas, by the names they were asked with; those with an id stand in `components`. */
export interface JsonSchemas {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** Keywords that say what a member means and not what it is. */
const ANNOTATIONS: readonly string[] = ['description', 'default', 'examples'];

/** Describes what callers may send or get, as JSON Schema 2020-12 with references into an OpenAPI document. */
export function jsonSchemas(asked: ReadonlyMap<string, z.ZodType>): JsonSchemas {
  // One object of all, so that a schema that several of them use becomes one component.
  const whole = z.toJSONSchema(z.object(Object.fromEntries(asked)), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => amend(zodSchema, jsonSchema),
  });
  const { $defs: components = {}, properties = {} } = withDocumentReferences(whole);
  return {
    schemas: new Map(Object.entries(properties as Record<string, JsonSchema>)),
    components: components as Record<string, JsonSchema>,
  };
}

/**
 * What zod cannot know, or leaves out where a text becomes something else: how a schema is documented, defaults and
 * examples, big integers.
 */
function amend(schema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema): void {
  const documented = documentedAs.get(schema);
  if (documented !== undefined) {
    for (const keyword of Object.keys(json)) if (!ANNOTATIONS.includes(keyword)) delete json[keyword];
    Object.assign(json, documented);
  }
  const filled = filledMembers.get(schema)?.names;
  if (filled && json.required) {
    json.required = json.required.filter((name) => !filled.includes(name));
    if (json.required.length === 0) delete json.required;
  }
  const { def } = schema._zod;
  if (def.type === 'default' && json.default === undefined)
    Object.assign(json, { default: def.defaultValue });
  if (def.type === 'bigint') json.type = 'integer';
  const examples = z.globalRegistry.get(schema)?.['examples'];
  if (Array.isArray(examples)) json.examples ??= examples;
}

/** `#/$defs/Endpoint` → `#/components/schemas/Endpoint`, everywhere. */
function withDocumentReferences(schema: unknown): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : value,
  );
}
