import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { keepQuery } from './keep-query.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

const open = async () => {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  return database;
};

test('the text of a statement is made once for a database, and values come later', async () => {
  let made = 0;
  const sum = keepQuery((db, { one, other }: { readonly one: number; readonly other: number }) => {
    made += 1;
    return db.selectNoFrom(sql<number>`${one} * 10 + ${other} + ${one} * 100`.as('sumOfBoth'));
  });
  const first = await open();
  expect(await sum(first.query, { one: 1, other: 2 })).toEqual([{ sumOfBoth: 112 }]);
  expect(await sum(first.query, { one: 3, other: 4 })).toEqual([{ sumOfBoth: 334 }]);
  const inside = await first.transaction((transaction) => sum(transaction, { one: 5, other: 6 }));
  expect(inside).toEqual([{ sumOfBoth: 556 }]);
  expect(made).toBe(1);
  expect(await sum((await open()).query, { one: 1, other: 2 })).toEqual([{ sumOfBoth: 112 }]);
  expect(made).toBe(2);
});

test('a text is not made from a value, and no statement that changes the catalogue is kept', async () => {
  const { query } = await open();
  const computed = keepQuery((db, { value }: { readonly value: number }) =>
    db.selectNoFrom(sql<number>`${value + 1}`.as('next')),
  );
  await expect(computed(query, { value: 1 })).rejects.toThrow('value is not known');
  const written = keepQuery((db, { id }: { readonly id: number }) =>
    db.deleteFrom('projects').where('id', '=', id),
  );
  await expect(written(query, { id: 1 })).rejects.toThrow('changes of the catalogue');
});
