import type { DataType } from '../data-type.ts';
import type { Template, TemplateChoice } from '../function-row.ts';

/** Ways to choose the printed shape of a call that more than one family uses. */

/** One shape per number of arguments. */
export const byCount = (shapes: Readonly<Record<number, Template>>): TemplateChoice => ({
  shapes: Object.fromEntries(Object.entries(shapes)),
  choose: (args) => String(args.length),
});

export const isText = (type: DataType | undefined): boolean =>
  type?.kind === 'string' || type?.kind === 'json';

/** One shape for text, another for everything else. */
export const byText = (text: Template, other: Template): TemplateChoice => ({
  shapes: { text, other },
  choose: ([value]) => (isText(value) ? 'text' : 'other'),
});

/** `textN` and `otherN` for text and everything else as first argument, N the number of arguments. */
export const byTextAndCount = (
  shapes: Readonly<Record<`${'text' | 'other'}${number}`, Template>>,
): TemplateChoice => ({
  shapes,
  choose: (args) => `${isText(args[0]) ? 'text' : 'other'}${args.length}`,
});

export const isDate = (type: DataType | undefined): boolean => type?.kind === 'date';

/** One shape for times, another for dates without a time of day. */
export const byDate = (time: Template, day: Template): TemplateChoice => ({
  shapes: { time, day },
  choose: ([value]) => (isDate(value) ? 'day' : 'time'),
});
