import { expect, test } from 'vitest';
import { figuresOf as figureSteps, type Figures, type FigureWish } from './day-figures.ts';
import type { ReportRow } from './report-row.ts';

const columns = [{ id: 'distance', form: 'distance' }] as const;
const row = (deviceId: number, at: string, value: number | null): ReportRow => ({
  deviceId,
  deviceName: '',
  from: Date.parse(at),
  to: null,
  place: null,
  endPlace: null,
  positionId: 0,
  cells: [value],
});
const ROWS = [
  row(1, '2026-11-21T02:00:00Z', 3),
  row(2, '2026-11-20T12:00:00Z', 4),
  row(1, '2026-11-22T12:00:00Z', 5),
  row(1, '2026-11-23T12:00:00Z', null),
];

function figuresOf(rows: readonly ReportRow[], how: FigureWish): Figures | null {
  for (const steps = figureSteps(rows, how); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

test('[REPW-7] figures of many rows are worked out in slices', () => {
  const rows = Array.from({ length: 5000 }, () => ROWS[0]).filter((each) => each !== undefined);
  const steps = figureSteps(rows, { chart: { column: 'distance', by: 'day' }, columns, zone: 'UTC' });
  expect([...steps].length).toBe(19);
});

test('[REPW-12] a figure of each day adds up all vehicles; a single day is not drawn', () => {
  const how = { chart: { column: 'distance', by: 'day' }, columns, zone: 'America/Sao_Paulo' } as const;
  expect(figuresOf(ROWS, how)).toEqual({
    at: [Date.parse('2026-11-20'), Date.parse('2026-11-22')],
    values: [7, 5],
  });
  expect(figuresOf(ROWS.slice(0, 2), how)).toBeNull();
});

test('[REPW-12] records are drawn of one vehicle alone', () => {
  const how = { chart: { column: 'distance', by: 'moment' }, columns, zone: 'UTC' } as const;
  expect(figuresOf(ROWS, how)).toBeNull();
  expect(
    figuresOf(
      [ROWS[0], ROWS[2]].filter((each) => each !== undefined),
      how,
    )?.values,
  ).toEqual([3, 5]);
});
