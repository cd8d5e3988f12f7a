import { expect, test } from 'vitest';
import { localTime } from '../../i18n/zoned-time.ts';
import { arrange, dayNamer, type Arranged, type Arrangement } from './arrange.ts';
import type { ColumnHead, ReportRow } from './report-row.ts';

const COLUMNS: readonly ColumnHead[] = [
  { id: 'vehicle', form: 'text' },
  { id: 'distance', form: 'distance', total: 'sum' },
  { id: 'maxSpeed', form: 'speed', total: 'most' },
  { id: 'averageSpeed', form: 'speed' },
];
const row = (deviceId: number, at: string, [distance, fastest]: readonly (number | null)[]): ReportRow => ({
  deviceId,
  deviceName: `Car ${deviceId}`,
  from: Date.parse(at),
  to: Date.parse(at),
  place: null,
  endPlace: null,
  positionId: 0,
  cells: [`Car ${deviceId}`, distance ?? null, fastest ?? null, 10],
});
const ROWS = [
  row(10, '2026-11-20T23:30:00Z', [5, 50]),
  row(2, '2026-11-21T02:00:00Z', [null, 70]),
  row(2, '2026-11-21T12:00:00Z', [7, null]),
];
const HOW: Arrangement = { columns: COLUMNS, grouping: 'none', sort: null, zone: 'America/Sao_Paulo' };

function slices(rows: readonly ReportRow[], how: Partial<Arrangement>): readonly [Arranged, number] {
  const work = arrange(rows, { ...HOW, ...how });
  for (let count = 0; ; count++) {
    const step = work.next();
    if (step.done === true) return [step.value, count];
  }
}
const arranged = (how: Partial<Arrangement>): Arranged => slices(ROWS, how)[0];
const order = (how: Partial<Arrangement>): readonly (readonly unknown[])[] =>
  arranged(how).groups.map(({ title, rows }) => [title, ...rows.map((each) => ROWS.indexOf(each))]);

test('[REPW-6] rows are sorted by a column, up or down, unknown ones last and equal ones as they came', () => {
  const by = (column: string, isDown: boolean) => order({ sort: { column, isDown } })[0];
  expect(order({})[0]).toEqual(['', 0, 1, 2]);
  expect(by('distance', false)).toEqual(['', 0, 2, 1]);
  expect(by('distance', true)).toEqual(['', 2, 0, 1]);
  expect(by('vehicle', false)).toEqual(['', 1, 2, 0]);
  expect(by('averageSpeed', true)).toEqual(['', 0, 1, 2]);
  expect(by('nonsense', true)).toEqual(['', 0, 1, 2]);
});

test("[REPW-6] groups are days of the user's zone, or vehicles, each added up", () => {
  expect(order({ grouping: 'day' })).toEqual([
    ['2026-11-20', 0, 1],
    ['2026-11-21', 2],
  ]);
  expect(order({ grouping: 'vehicle' })).toEqual([
    ['Car 10', 0],
    ['Car 2', 1, 2],
  ]);
  const { groups, totals } = arranged({ grouping: 'day' });
  expect(groups.map((group) => group.totals)).toEqual([
    [null, 5, 70, null],
    [null, 7, null, null],
  ]);
  expect(totals).toEqual([null, 12, 70, null]);
});

test('[REPW-7] many rows are arranged in slices, and come out in order', () => {
  const many = Array.from({ length: 20_000 }, (_, i) =>
    row(i % 7, '2026-11-21T12:00:00Z', [(i * 7919) % 20_011, 1]),
  );
  const [{ groups, totals }, count] = slices(many, { sort: { column: 'distance', isDown: true } });
  const distances = groups[0]?.rows.map(({ cells }) => Number(cells[1])) ?? [];
  expect(distances).toHaveLength(20_000);
  expect(distances.every((value, i) => i === 0 || value <= (distances[i - 1] ?? 0))).toBe(true);
  expect(totals[1]).toBe(distances.reduce((sum, value) => sum + value, 0));
  expect(count).toBeGreaterThan(15);
});

test('[REPW-7] many small groups stop as often as a large one', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => row(i, '2026-11-20T12:00:00Z', [1, 1]));
  const [, inOne] = slices(many, {});
  const [arranged, inMany] = slices(many, { grouping: 'vehicle' });
  expect(arranged.groups).toHaveLength(10_000);
  expect(inMany).toBeGreaterThanOrEqual(inOne - 1);
});

test('[REPW-6] a day is that of the zone, also when its clocks change', () => {
  for (const zone of ['America/Sao_Paulo', 'Europe/Lisbon', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']) {
    const dayOf = dayNamer(zone);
    for (const first of [
      Date.UTC(2011, 11, 28),
      Date.UTC(2018, 10, 3),
      Date.UTC(2026, 2, 28),
      Date.UTC(2026, 9, 24),
    ])
      for (let at = first; at < first + 4 * 86_400_000; at += 437_000)
        expect(dayOf(at), `${zone} ${at}`).toBe(localTime(at, zone).slice(0, 10));
  }
});
