import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TOTALS } from '@rastro/fleet';
import type { WidgetSettings } from '@rastro/fleet/layouts';
import { createTrackingClient } from '@rastro/tracking-client';
import { wallBoxes } from './wall-boxes.ts';
import { WallReader } from './wall-reader.ts';

const TOTALS = { ...NO_TOTALS, distance: 100_000, fuelMl: 9000, fuelDistance: 90_000, costCents: 5400 };
const NOW = Date.parse('2026-11-28T12:00:00Z');

/** Boxes of some kinds. @param answer Answers a call by its path; a number is the status of a failure. */
function count(
  kinds: readonly string[],
  answer: (path: string) => object | number | Promise<object | number>,
  settings: WidgetSettings = {},
) {
  const asked: string[] = [];
  const client = createTrackingClient({
    basePath: '/api',
    fetch: async (url) => {
      asked.push(url);
      const found = await answer(url.split('?')[0] ?? '');
      return typeof found === 'number'
        ? new Response('Right missing - x', { status: found })
        : Response.json(found);
    },
  });
  const widgets = kinds.map((kind, at) => ({ id: kind, kind, x: at, y: 0, w: 1, h: 1, settings }));
  const layout = { name: 'x', period: { preset: 'today' }, groupIds: [], deviceIds: [], widgets } as const;
  const boxes = wallBoxes(layout, {
    reader: new WallReader(client),
    now: NOW,
    place: { zone: 'UTC', weekStart: 0 },
    brand: 'rastro',
    personal: false,
  });
  return { asked, boxes };
}

test('[WALL-4] sums of money are left out of figures', async () => {
  const { boxes } = count(['fuel'], () => [TOTALS]);
  const [fuel] = await boxes;
  assert.deepEqual(
    fuel?.content?.figures.map(({ name }) => name),
    ['fuel.used', 'fuel.rate', 'fuel.drained'],
  );
});

test('[WALL-4] a ranking of vehicles is no matter of people, one of drivers is', async () => {
  for (const [by, hidden] of [
    ['vehicle', null],
    ['driver', 'personal'],
  ] as const) {
    const { boxes } = count(['ranking'], () => [], { by });
    assert.deepEqual(
      (await boxes).map((box) => box.hidden),
      [hidden],
    );
  }
});

test('[WALL-2] the score of the fleet is that of the report over all vehicles', async () => {
  const { boxes, asked } = count(['safety'], (path) =>
    path.endsWith('scores') ? [{ points: 71.5, low: 60, high: 80 }] : [TOTALS],
  );
  const [safety] = await boxes;
  assert.deepEqual(safety?.content?.figures[0], {
    isLarge: true,
    name: 'safety.score',
    value: 71.5,
    unit: 'points',
    note: {
      name: 'safety.range',
      values: { low: { value: 60, unit: 'points' }, high: { value: 80, unit: 'points' } },
    },
  });
  assert.ok(asked.some((url) => url.startsWith('/api/reports/scores') && url.includes('sum=true')));
});

test('[WALL-6] reports of a wall are asked for one after the other', async () => {
  let underWay = 0;
  let most = 0;
  const { boxes } = count(['driven', 'silent', 'presence', 'fuel'], async (path) => {
    if (!path.startsWith('/api/reports/')) return [];
    most = Math.max(most, (underWay += 1));
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return path.endsWith('totals') ? [TOTALS] : [];
  });
  assert.deepEqual(
    (await boxes).map(({ hidden }) => hidden),
    [null, null, null, null],
  );
  assert.equal(most, 1);
});

test('[WALL-2] boxes of one overview ask once for what they share, and each says why it is empty', async () => {
  const { asked, boxes } = count(['driven', 'use', 'states', 'alarms', 'services'], (path) => {
    if (path === '/api/alarms') return 501;
    if (path === '/api/services/due') return 503;
    if (path === '/api/positions') return 403;
    return path === '/api/reports/totals' ? [TOTALS] : [];
  });
  assert.deepEqual(
    (await boxes).map(({ kind, hidden, content }) => [kind, hidden, content === null]),
    [
      ['driven', null, false],
      ['use', null, false],
      ['states', 'forbidden', true],
      ['alarms', 'absent', true],
      ['services', 'failed', true],
    ],
  );
  assert.equal(asked.filter((url) => url.startsWith('/api/reports/totals')).length, 2, 'now and before');
});
