// @vitest-environment node
import { expect, test } from 'vitest';
import { nextOrder, rankOf, type TableOrder } from './table-order.ts';

const BY_NAME: TableOrder = { sort: 'name-asc', second: null };

test('[WEBTABLE-2] a press orders, another turns round; with shift it is the second, and the third press ends that', () => {
  expect(nextOrder(BY_NAME, 'model', false)).toEqual({ sort: 'model-asc', second: null });
  const byModel: TableOrder = { sort: 'model-asc', second: null };
  const second = nextOrder(byModel, 'speed', true);
  expect(second).toEqual({ sort: 'model-asc', second: 'speed-desc' });
  expect(nextOrder(second, 'model', false)).toEqual({ sort: 'model-desc', second: 'speed-desc' });
  const reversed = nextOrder(second, 'speed', true);
  expect(reversed.second).toBe('speed-asc');
  expect(nextOrder(reversed, 'speed', true).second).toBeNull();
  expect(nextOrder(second, 'plate', false)).toEqual({ sort: 'plate-asc', second: null });
  expect([rankOf(second, 'model'), rankOf(second, 'speed'), rankOf(second, 'plate')]).toEqual([
    { rank: 1, isDown: false },
    { rank: 2, isDown: true },
    null,
  ]);
});
