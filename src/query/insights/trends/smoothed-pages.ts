import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  internalCall,
  select,
  tuple,
} from '../../language/build.ts';
import { meanOfWindow, windowSums } from './finished-list.ts';
import { partFieldsOf } from './fold-beyond-limit.ts';
import type { ListPages } from './list-pages.ts';
import type { TrendsFrame } from './trends-frame.ts';

/**
 * The rows (series, part_1, .., page, data) of `lists` smoothed, for windows that reach from a page into the next one at
 * most. The sum of a window is that of its share in each page, so every page gives sums to itself and to the next one.
 */
export function smoothedPages(frame: TrendsFrame, lists: SelectQuery, pages: ListPages): SelectQuery {
  const columns = [field('series'), ...partFieldsOf(frame)];
  const { length } = pages;
  const zero: Expr = { kind: 'Constant', value: 0, type: 'Float64' };
  const reaching = call('arrayResize', field('data'), constant(2 * length), zero);
  const sums = select({
    select: [...columns, field('page'), alias('sums', windowSums(reaching, frame.smoothing))],
    select_from: from(lists),
  });
  const share = (page: Expr, start: number): Expr =>
    tuple(page, call('arraySlice', field('sums'), constant(start), constant(length)));
  const next = arithmetic(field('page'), '+', constant(1));
  const both = call('array', share(field('page'), 1), share(next, length + 1));
  const shares = select({
    select: [...columns, alias('share', call('arrayJoin', both))],
    select_from: from(sums),
  });
  const page: Expr = { kind: 'TupleAccess', tuple: field('share'), index: 1 };
  const added = select({
    select: [
      ...columns,
      alias('page', page),
      alias(
        'window_sums',
        internalCall('_sumForEach', { kind: 'TupleAccess', tuple: field('share'), index: 2 }),
      ),
    ],
    select_from: from(shares),
    where: compare(page, '<', constant(pages.count)),
    group_by: [...columns, field('page')],
  });
  const before = arithmetic(field('page'), '*', constant(length));
  return select({
    select: [
      ...columns,
      field('page'),
      alias('data', meanOfWindow(field('window_sums'), frame.smoothing, before)),
    ],
    select_from: from(added),
  });
}
