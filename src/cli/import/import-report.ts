import { stopwatchMs } from '../../base/clock.ts';
import { progressBar } from '../progress-bar.ts';

/** What is known of an import, by this process or by a service. */
export interface ReportedImport {
  readonly id: string;
  readonly total: number | null;
  readonly read: number;
  readonly inserted: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly sample: readonly unknown[] | null;
}

/** Shows how far an import has come, and how it ended. */
export class ImportReport {
  readonly #startedMs = stopwatchMs();
  readonly #bar: ReturnType<typeof progressBar>;

  constructor(fileName: string) {
    this.#bar = progressBar(`Importing ${fileName}`);
  }

  update({ read, total }: Pick<ReportedImport, 'read' | 'total'>): void {
    if (total !== null) this.#bar.update(read, total);
  }

  /** Takes the bar away. */
  end(): void {
    this.#bar.end();
  }

  /** Prints the counts, and the first events of a dry run. */
  print({ id, read, inserted, duplicate, rejected, sample }: ReportedImport): void {
    const seconds = (stopwatchMs() - this.#startedMs) / 1000;
    const number = (value: number): string => value.toLocaleString('en');
    const verb = sample === null ? 'inserted' : 'would be inserted';
    console.log(
      `  ${number(read)} rows read, ${number(inserted)} ${verb}, ${number(duplicate)} there before, ` +
        `${number(rejected)} rejected; ${seconds.toFixed(1)} s, ${number(Math.round(read / seconds))} a second`,
    );
    if (inserted > 0 && sample === null) console.log(`  import ${id}, which --undo takes back`);
    for (const event of sample ?? []) console.log(`  ${JSON.stringify(event)}`);
  }
}
