import { Checkbox } from '../parts/choose.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import styles from './insight.module.css';
import { type InsightQuery, part, withMember, word } from './insight-query.ts';

interface RangeFormProps {
  readonly query: InsightQuery;
  readonly onQuery: (query: InsightQuery) => void;
  readonly errorOf: (path: string) => string | null;
}

/** Ranges by `date_from` and `date_to`. */
const PRESETS = [
  ['dStart', '', 'today'],
  ['-1dStart', '-1dEnd', 'yesterday'],
  ['-24h', '', 'last 24 hours'],
  ['-7d', '', 'last 7 days'],
  ['-14d', '', 'last 14 days'],
  ['-30d', '', 'last 30 days'],
  ['-56d', '', 'last 8 weeks'],
  ['-90d', '', 'last 90 days'],
  ['-180d', '', 'last 180 days'],
  ['mStart', '', 'this month'],
  ['-1mStart', '-1mEnd', 'last month'],
  ['yStart', '', 'this year'],
  ['all', '', 'all time'],
] as const;

/** The range of a query: one of the usual ones, or two dates as the service reads them. */
export function RangeForm({ query, onQuery, errorOf }: RangeFormProps) {
  const range = part(query, 'dateRange');
  const from = word(range, 'date_from', '-7d');
  const to = word(range, 'date_to');
  const preset = PRESETS.find(([one, other]) => one === from && other === to);
  const set = (nextFrom: string, nextTo: string) => {
    const { date_from: _, date_to: __, ...rest } = range;
    const bounds = {
      ...(nextFrom !== '' && { date_from: nextFrom }),
      ...(nextTo !== '' && { date_to: nextTo }),
    };
    onQuery({ ...query, dateRange: { ...bounds, ...rest } });
  };
  const choose = (value: string) => {
    const [nextFrom, nextTo] = value.split('|');
    if (nextFrom !== 'dates') set(nextFrom ?? '', nextTo ?? '');
  };
  return (
    <div className={styles['options']}>
      <Select
        label="Range"
        value={preset === undefined ? 'dates' : `${from}|${to}`}
        onChange={choose}
        choices={[
          ...PRESETS.map(([one, other, label]) => ({ value: `${one}|${other}`, label })),
          { value: 'dates', label: 'dates' },
        ]}
      />
      <TextField
        label="From"
        isCode
        value={word(range, 'date_from')}
        placeholder="-7d"
        error={errorOf('dateRange.date_from')}
        onChange={(text) => set(text, to)}
      />
      <TextField
        label="To"
        isCode
        value={to}
        placeholder="now"
        error={errorOf('dateRange.date_to')}
        onChange={(text) => set(word(range, 'date_from'), text)}
      />
      <Checkbox
        isSelected={range['excludeIncompletePeriods'] === true}
        onChange={(isOn) =>
          onQuery(withMember(query, ['dateRange', 'excludeIncompletePeriods'], isOn ? true : undefined))
        }
      >
        Without the running period
      </Checkbox>
    </div>
  );
}
