import type { VariableType } from '../../schema/variable-declaration.ts';
import type { SourceSpan } from '../language/ast.ts';

interface VariableUse {
  /** The type that the place asks for. */
  readonly type: VariableType;
  /** The type that the place was given. */
  readonly read: VariableType;
  /** True when the place asks for that type; false when any value would do. */
  readonly certain: boolean;
  readonly span?: SourceSpan;
}

/**
 * The variables of one statement and what their places ask for. A place that takes anything reads the type assumed so
 * far; when a later place is certain of another type, the statement is resolved again with that.
 */
export class VariableUses {
  readonly #declared: ReadonlyMap<string, VariableType>;
  readonly #assumed: ReadonlyMap<string, VariableType>;
  readonly #uses = new Map<string, VariableUse[]>();
  readonly #required = new Set<string>();
  readonly #propertyNames = new Set<string>();

  constructor(declared: ReadonlyMap<string, VariableType>, assumed: ReadonlyMap<string, VariableType>) {
    this.#declared = declared;
    this.#assumed = assumed;
  }

  isDeclared(name: string): boolean {
    return this.#declared.has(name);
  }

  /** Declared or inferred earlier; undefined when nothing is known yet. */
  typeOf(name: string): VariableType | undefined {
    return this.#declared.get(name) ?? this.#assumed.get(name) ?? this.#certain(name);
  }

  add(name: string, use: VariableUse): void {
    const uses = this.#uses.get(name);
    if (uses) uses.push(use);
    else this.#uses.set(name, [use]);
  }

  /** Says that a place of the variable cannot hold NULL. */
  requireValue(name: string): void {
    this.#required.add(name);
  }

  /** Says that a place reads the property that the value names. */
  readProperty(name: string): void {
    this.#propertyNames.add(name);
  }

  /** True when one place reads the property that the value names. */
  namesProperty(name: string): boolean {
    return this.#propertyNames.has(name);
  }

  /** Variables in order of first use. */
  names(): readonly string[] {
    return [...this.#uses.keys()];
  }

  uses(name: string): readonly VariableUse[] {
    return this.#uses.get(name) ?? [];
  }

  /** False when one place of it cannot hold NULL. */
  isNullable(name: string): boolean {
    return !this.#required.has(name);
  }

  /** The types that the places themselves decide; String where none does. */
  inferred(): ReadonlyMap<string, VariableType> {
    return new Map(
      this.names().map((name) => [name, this.#declared.get(name) ?? this.#certain(name) ?? 'String']),
    );
  }

  /** True when a place has read another type than the one found at last. */
  changes(inferred: ReadonlyMap<string, VariableType>): boolean {
    return this.names().some((name) => this.uses(name).some((use) => use.read !== inferred.get(name)));
  }

  #certain(name: string): VariableType | undefined {
    return this.uses(name).find((use) => use.certain)?.type;
  }
}
