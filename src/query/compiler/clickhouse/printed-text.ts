import type { ParameterValue } from '../../../base/engine-parameter.ts';
import type { IrSystem, IrVariable } from '../ir.ts';
import { type SlotForm, slotParameterType } from '../slot-forms.ts';

/**
 * Printed SQL. Almost always this is one string; the other pieces stand where the value of a variable decides between
 * texts that the compiler has printed beforehand.
 */
export type Piece =
  | string
  /** Engine type of a number slot: Int64 for whole numbers, Float64 for others. */
  | {
      readonly kind: 'numberType';
      readonly variable: string;
      readonly list: boolean;
      readonly nullable: boolean;
    }
  | {
      readonly kind: 'switch';
      readonly variable: string;
      readonly on: SwitchValue;
      readonly whenSo: readonly Piece[];
      readonly otherwise: readonly Piece[];
    };

/**
 * The values of a variable for which another text is taken: NULL; NULL or a text that no lookup has, alone or in a
 * list; a list of one item.
 */
export type SwitchValue = 'null' | 'outside' | 'one';

/** A bound value that never changes. */
export interface ConstantParameter {
  readonly name: string;
  readonly type: string;
  readonly value: ParameterValue;
}

/** A slot that a variable fills. */
export interface VariableSlot {
  readonly name: string;
  readonly variable: string;
  readonly form: SlotForm;
  readonly nullable: boolean;
}

export interface PrintedText {
  readonly pieces: readonly Piece[];
  /** Which of the values that the server sets are used in the text. */
  readonly systems: ReadonlySet<IrSystem['name']>;
  readonly constants: readonly ConstantParameter[];
  readonly slots: readonly VariableSlot[];
}

/** Collects text and parameters; equal literals share one parameter. */
export class TextBuilder {
  #pieces: Piece[] = [];
  readonly #constants = new Map<string, ConstantParameter>();
  readonly #slots = new Map<string, VariableSlot>();
  readonly #systems = new Set<IrSystem['name']>();

  text(text: string): void {
    const last = this.#pieces.length - 1;
    const piece = this.#pieces[last];
    if (typeof piece === 'string') this.#pieces[last] = piece + text;
    else this.#pieces.push(text);
  }

  /** `{p0:Type}` */
  constant(value: ParameterValue, type: string): void {
    const key = `${type} ${constantKey(value)}`;
    const known = this.#constants.get(key);
    const name = known?.name ?? `p${this.#constants.size}`;
    if (!known) this.#constants.set(key, { name, type, value });
    this.text(`{${name}:${type}}`);
  }

  /** `{team:UInt64}` */
  system(name: IrSystem['name']): void {
    this.#systems.add(name);
    this.text(`{${name}:${SYSTEM_TYPES[name]}}`);
  }

  /** `{v0:Type}` */
  slot(variable: IrVariable): void {
    const { form, nullable } = variable;
    const key = `${form} ${nullable} ${variable.variable}`;
    const known = this.#slots.get(key);
    const name = known?.name ?? `v${this.#slots.size}`;
    if (!known) this.#slots.set(key, { name, variable: variable.variable, form, nullable });
    this.text(`{${name}:`);
    if (form === 'number' || form === 'numbers') {
      this.#pieces.push({
        kind: 'numberType',
        variable: variable.variable,
        list: form === 'numbers',
        nullable: form === 'number' && nullable,
      });
    } else {
      this.text(slotParameterType(form, nullable));
    }
    this.text('}');
  }

  /** Prints both texts of a switch; binding the variable decides which of them is used. */
  choose(
    { variable, on }: { readonly variable: string; readonly on: SwitchValue },
    whenSo: () => void,
    otherwise: () => void,
  ): void {
    const outer = this.#pieces;
    const branch = (print: () => void): readonly Piece[] => {
      this.#pieces = [];
      print();
      return this.#pieces;
    };
    const piece = {
      kind: 'switch',
      variable,
      on,
      whenSo: branch(whenSo),
      otherwise: branch(otherwise),
    } as const;
    this.#pieces = outer;
    this.#pieces.push(piece);
  }

  finish(): PrintedText {
    return {
      pieces: this.#pieces,
      systems: this.#systems,
      constants: [...this.#constants.values()],
      slots: [...this.#slots.values()],
    };
  }
}

/** A text that is the same for two values only if they may share a parameter: `n 1`, `s a`, `[i1,"a"]`. */
function constantKey(value: ParameterValue): string {
  if (typeof value === 'string') return `s ${value}`;
  if (typeof value !== 'object') return `${typeof value} ${value}`;
  return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item));
}

/** Engine types of the values that the server sets. */
export const SYSTEM_TYPES: Readonly<Record<IrSystem['name'], string>> = {
  team: 'UInt64',
  kept: "DateTime64(6, 'UTC')",
  now: "DateTime64(6, 'UTC')",
  limit: 'Int64',
  offset: 'Int64',
  actions: 'Array(String)',
  cohorts: 'Array(String)',
  endpoints: 'Array(String)',
};

/** The engine type of a number slot for a value. */
export function numberSlotType(isInteger: boolean, list: boolean, nullable: boolean): string {
  const type = isInteger ? 'Int64' : 'Float64';
  if (list) return `Array(${type})`;
  return nullable ? `Nullable(${type})` : type;
}
