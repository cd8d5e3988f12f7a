import { expect, test } from 'vitest';
import { ORDER_COLUMNS, readOrderRows } from './read-order-rows.ts';

test('[WEBORDER-4] the code of an order comes from its column, with its zeros; without one none is asked for', () => {
  const table = {
    header: ['Customer', 'Address', 'Code'],
    rows: [
      { row: 2, cells: ['Bakery', 'Main Street 1', ' 0471 '] },
      { row: 3, cells: ['Market', 'Main Street 2', ''] },
    ],
  };
  const read = readOrderRows(table, { customer: 0, address: 1, code: 2 }, { language: 'en', zone: 'UTC' });
  expect(read.orders.map((order) => order['code'])).toEqual(['0471', '']);
  expect(read.problems).toEqual([]);
  expect(ORDER_COLUMNS).toContain('code');
});
