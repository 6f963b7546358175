import { describe, expect, test } from 'vitest';
import { StatementShapes, spelled } from './statement-shapes.ts';

// [ENG-14.4]: what a shape lets through, and what it does not.

const HEX = '0123456789abcdef0123456789abcdef';

describe.each([
  {
    shape: 'DELETE FROM app.x WHERE a = NUMBER',
    fits: ['DELETE FROM app.x WHERE a = 1', 'DELETE  FROM app.x\nWHERE a = 0.5'],
    others: [
      'DELETE FROM app.x WHERE a = -1',
      "DELETE FROM app.x WHERE a = '1'",
      'DELETE FROM app.x WHERE a = b',
      'DELETE FROM app.x WHERE a = 1 OR 1 = 1',
      'DELETE FROM app.y WHERE a = 1',
      'DELETE FROM app.x WHERE a = 1; DROP TABLE app.x',
      'DELETE FROM app.x WHERE a = 1 -- x',
      'DELETE FROM `app`.x WHERE a = 1',
      'DELETE FROM app.x WHERE a =',
    ],
  },
  {
    shape: "SELECT toUUID('TEXT') FROM app.import_HEX_lines",
    fits: [`SELECT toUUID('it''s') FROM app.import_${HEX}_lines`],
    others: [
      `SELECT toUUID(x) FROM app.import_${HEX}_lines`,
      `SELECT toUUID('x') FROM app.import_${HEX}0_lines`,
      `SELECT toUUID('x') FROM app.import_${HEX.toUpperCase()}_lines`,
      "SELECT toUUID('x') FROM app.import_HEX_lines_x",
    ],
  },
  {
    shape: 'ALTER TABLE a REPEATED(DROP COLUMN property_HALFHEX)',
    fits: [
      'ALTER TABLE a DROP COLUMN property_0123456789abcdef',
      'ALTER TABLE a DROP COLUMN property_0123456789abcdef, DROP COLUMN property_fedcba9876543210',
    ],
    others: [
      'ALTER TABLE a',
      'ALTER TABLE a DROP COLUMN uuid',
      'ALTER TABLE a DROP COLUMN property_0123456789abcdef,',
      'ALTER TABLE a DROP COLUMN property_0123456789abcdef, DROP COLUMN uuid',
    ],
  },
  {
    shape: 'INSERT INTO app.x (NAMES) FORMAT RowBinary',
    fits: ['INSERT INTO app.x (a) FORMAT RowBinary', 'INSERT INTO app.x (a, b_1) FORMAT RowBinary'],
    others: ['INSERT INTO app.x () FORMAT RowBinary', 'INSERT INTO app.x (a, (b)) FORMAT RowBinary'],
  },
  {
    shape: 'SELECT EXPRESSION AS line FROM app.x',
    fits: ["SELECT concat(raw, 'x', [1, 2]) AS line FROM app.x", 'SELECT {k_0:String} AS line FROM app.x'],
    others: [
      'SELECT concat(raw AS line FROM app.x',
      'SELECT file(raw) AS line FROM app.x',
      'SELECT (SELECT raw FROM app.x) AS line FROM app.x',
      'SELECT concat(raw)) AS line FROM app.x',
      'SELECT AS line FROM app.x',
      'SELECT `raw` AS line FROM app.x',
    ],
  },
])('$shape', ({ shape, fits, others }) => {
  const shapes = new StatementShapes([shape], ['concat', 'raw']);
  test.each(fits)('takes %s', (sql) => expect(shapes.has(sql)).toBe(true));
  test.each(others)('refuses %s', (sql) => expect(shapes.has(sql)).toBe(false));
});

test('a name is spelled by what differs in it', () => {
  expect(spelled(`fold_12_${HEX}`)).toBe('fold_DIGITS_HEX');
  expect(spelled('property_0123456789abcdef')).toBe('property_HALFHEX');
  expect(spelled('{k_12:String}')).toBe('{k_DIGITS:String}');
});
