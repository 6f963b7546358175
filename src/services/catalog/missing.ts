/** What a decision has to know and is not in memory. Whoever meets it hands it up, to be loaded. */
export class Missing {
  readonly place: string;
  /** Reads it from the store. */
  readonly load: () => Promise<unknown>;

  constructor(place: string, load: () => Promise<unknown>) {
    this.place = place;
    this.load = load;
  }
}
