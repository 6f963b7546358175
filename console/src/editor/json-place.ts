/**
 * Where a member of a JSON text stands, by its path as `attr` names it: `series.0.math` or `series[0].math`.
 * @returns the place of its value; of the nearest member around it when the path leads nowhere
 */
export function placeOfMember(json: string, path: string): { readonly from: number; readonly to: number } {
  const steps = path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((step) => step !== '');
  const reader = new JsonReader(json);
  return reader.find(steps);
}

/** Reads a JSON text as far as a member; takes a text that is not JSON as far as it is. */
class JsonReader {
  readonly #json: string;
  #at = 0;

  constructor(json: string) {
    this.#json = json;
  }

  find(steps: readonly string[]): { from: number; to: number } {
    this.#skipSpace();
    let from = this.#at;
    let to = this.#endOfValue();
    for (const step of steps) {
      this.#at = from;
      const inner = this.#enter(step);
      if (inner === null) break;
      from = inner;
      this.#at = from;
      to = this.#endOfValue();
    }
    return { from, to };
  }

  /** The place of the value behind `step` in the list or object at the present place; null when there is none. */
  #enter(step: string): number | null {
    const open = this.#json[this.#at];
    if (open !== '{' && open !== '[') return null;
    this.#at += 1;
    for (let place = 0; this.#at < this.#json.length; place += 1) {
      this.#skipSpace();
      if (this.#json[this.#at] === '}' || this.#json[this.#at] === ']') return null;
      const name = open === '{' ? this.#memberName() : String(place);
      this.#skipSpace();
      if (name === step) return this.#at;
      this.#endOfValue();
      this.#skipSpace();
      if (this.#json[this.#at] === ',') this.#at += 1;
    }
    return null;
  }

  #memberName(): string {
    const from = this.#at;
    this.#endOfValue();
    const text = this.#json.slice(from, this.#at);
    this.#skipSpace();
    if (this.#json[this.#at] === ':') this.#at += 1;
    return text.slice(1, -1);
  }

  #skipSpace(): void {
    while (/\s/.test(this.#json[this.#at] ?? '')) this.#at += 1;
  }

  /** Moves behind the value at the present place. */
  #endOfValue(): number {
    let depth = 0;
    do {
      const letter = this.#json[this.#at];
      if (letter === '"') this.#skipText();
      else if (letter === '{' || letter === '[') depth += 1;
      else if (letter === '}' || letter === ']') depth -= 1;
      else if (depth === 0) {
        while (/[^\s,:{}[\]"]/.test(this.#json[this.#at] ?? '')) this.#at += 1;
        return this.#at;
      }
      this.#at += 1;
    } while (depth > 0 && this.#at < this.#json.length);
    return this.#at;
  }

  /** Moves to the closing quote of a text. */
  #skipText(): void {
    this.#at += 1;
    while (this.#at < this.#json.length && this.#json[this.#at] !== '"')
      this.#at += this.#json[this.#at] === '\\' ? 2 : 1;
  }
}
