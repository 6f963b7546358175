import type { DataType } from './data-type.ts';

/** True for a type that only the engine knows, or knows a part of. */
export function holdsUnknown(type: DataType): boolean {
  switch (type.kind) {
    case 'array':
      return holdsUnknown(type.element);
    case 'tuple':
      return type.elements.some(holdsUnknown);
    case 'map':
      return holdsUnknown(type.key) || holdsUnknown(type.value);
    default:
      return type.kind === 'unknown';
  }
}
