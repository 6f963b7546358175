/** How a variable of a draft is declared, as the service takes it. */
export interface Declaration {
  readonly type?: 'String' | 'Number' | 'Boolean' | 'Date' | 'List';
  readonly required?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly (string | number)[];
  readonly min?: number | string;
  readonly max?: number | string;
}

/** What a run sends for a variable: a value as it was typed, null, or nothing at all. */
export type SentValue =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'none' };

/** A variable as the form shows it. */
export interface DraftVariable {
  readonly name: string;
  readonly type: NonNullable<Declaration['type']>;
  readonly required: boolean;
  /** The query uses it; a declared one that it does not use can be removed. */
  readonly isUsed: boolean;
  readonly declaration: Declaration | null;
}

/** What `validateQuery` says of a variable. */
export interface FoundVariable {
  readonly name: string;
  readonly type: string;
  readonly declared: boolean;
  readonly required: boolean;
}

const TYPES = new Set(['String', 'Number', 'Boolean', 'Date', 'List']);

/** The variables that a query uses and those that are declared, in the order of their use. */
export function draftVariables(
  found: readonly FoundVariable[],
  declared: Readonly<Record<string, Declaration>>,
): DraftVariable[] {
  const used = found.map(({ name, type, required }): DraftVariable => {
    const declaration = declared[name] ?? null;
    return {
      name,
      type: declaration?.type ?? typeOf(type),
      required: declaration?.required ?? required,
      isUsed: true,
      declaration,
    };
  });
  const unused = Object.entries(declared)
    .filter(([name]) => !found.some((one) => one.name === name))
    .map(([name, declaration]): DraftVariable => {
      const { type = 'String', required = false } = declaration;
      return { name, type, required, isUsed: false, declaration };
    });
  return [...used, ...unused];
}

/** The member `variables` of a run: what is not sent is left out, whatever is typed keeps its digits. */
export function variablesOfRun(
  variables: readonly DraftVariable[],
  values: Readonly<Record<string, SentValue>>,
): Record<string, unknown> {
  const sent = variables.flatMap(({ name, type, isUsed }) => {
    const value = values[name] ?? { kind: 'none' };
    if (!isUsed || value.kind === 'none') return [];
    return [[name, value.kind === 'null' ? null : typedValue(value.text, type)] as const];
  });
  return Object.fromEntries(sent);
}

/** A typed text as the value of its type; a text that is none is sent as it is, for the service to refuse. */
export function typedValue(text: string, type: DraftVariable['type']): unknown {
  switch (type) {
    case 'Number': {
      const number = Number(text);
      return text.trim() !== '' && String(number) === text.trim() ? number : text;
    }
    case 'Boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'List':
      return text
        .split(/[,\n]/)
        .map((item) => item.trim())
        .filter((item) => item !== '');
    case 'String':
    case 'Date':
      return text;
    default:
      return type satisfies never;
  }
}

function typeOf(type: string): DraftVariable['type'] {
  return TYPES.has(type) ? (type as DraftVariable['type']) : 'String';
}
