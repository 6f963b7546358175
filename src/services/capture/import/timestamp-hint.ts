/** What a text in the place of a time looks like, and how to mend it. */
interface TimestampHint {
  readonly sentence: string;
  /** It may be read, and mean another time. */
  readonly isAmbiguous: boolean;
}

const ISO = 'Write ISO 8601 such as 2025-06-01T10:00:00Z, or seconds, ms or µs since 1970.';

/** Forms that are no times here, the first that fits counts. */
const FORMS: readonly (readonly [form: RegExp, sentence: string, isAmbiguous: boolean])[] = [
  [/^\d{1,2}[./-]\d{1,2}[./-]\d{2}(\D|$)/, `The year has two digits. ${ISO}`, true],
  [/^-?\d{1,8}([.,]\d+)?$/, `It may be a date of Excel, or a number that is no time. ${ISO}`, true],
  [/^\d{17,}$/, 'It may be nanoseconds. Write ms or µs since 1970.', false],
  [/^\d{4}[/.]\d{1,2}[/.]\d{1,2}/, `Write the date with hyphens. ${ISO}`, false],
  [/^\d{4}-\d.*[ T]\d{1,2}:\d\d.*[AaPp][Mm]$/, `Write hours from 0 to 23. ${ISO}`, false],
  [
    /^\d{4}-\d.*[A-Za-z]{2,}(\/[A-Za-z_]+)?$/,
    'Write the zone as Z or an offset such as +02:00, not as a name.',
    false,
  ],
  [/^\d{4}-\d\d-\d\d[T ]\d:/, `Write hours with two digits. ${ISO}`, false],
];

/** No time is longer. */
const LONGEST = 80;

/** `03/04/2025` */
const ORDERED = /^\d{1,2}[./-]\d{1,2}[./-]\d{4}(\D|$)/;

/**
 * A hint for a text that is no time, or may be several.
 * @returns null for a text in a form that can be read
 */
export function timestampHint(text: string, hasMapping: boolean): TimestampHint | null {
  if (ORDERED.test(text)) {
    const where = hasMapping ? 'the mapping' : 'a mapping';
    const sentence = `Say in ${where} which number is the day: timestamp_format: day_first or month_first.`;
    return { sentence, isAmbiguous: true };
  }
  if (text.length > LONGEST) return { sentence: ISO, isAmbiguous: false };
  const known = FORMS.find(([form]) => form.test(text));
  if (known !== undefined) return { sentence: known[1], isAmbiguous: known[2] };
  if (/^\d{4}-\d\d-\d\d/.test(text) || /^\d{9,16}(\.\d+)?$/.test(text)) return null;
  return { sentence: ISO, isAmbiguous: false };
}
