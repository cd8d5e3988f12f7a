// A report of 100,000 rows in the browser: order, groups and figures of days, and the longest that the page waits for a slice.
import { arrange, type Arrangement } from '../packages/web/src/areas/reports/arrange.ts';
import { figuresOf } from '../packages/web/src/areas/reports/day-figures.ts';
import type { ColumnHead, ReportRow } from '../packages/web/src/areas/reports/report-row.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const ROUNDS = 5;
const VEHICLES = 500;
const FIRST = Date.UTC(2026, 7, 1);
const DAYS_MS = 90 * 86_400_000;
const ZONE = 'America/Sao_Paulo';
const COLUMNS: readonly ColumnHead[] = [
  { id: 'vehicle', form: 'text' },
  { id: 'start', form: 'moment' },
  { id: 'distance', form: 'distance', total: 'sum' },
  { id: 'address', form: 'text' },
];

for (const n of [10_000, 100_000]) {
  const rows = madeRows(n);
  const byAddress = { column: 'address', isDown: false };
  measure('report-table.by-address', n, () => arranged(rows, { sort: byAddress }));
  measure('report-table.by-day', n, () => arranged(rows, { grouping: 'day' }));
  measure('report-table.by-vehicle', n, () => arranged(rows, { grouping: 'vehicle' }));
  const chart = { column: 'distance', by: 'day' } as const;
  measure('report-table.figures', n, () => figuresOf(rows, { chart, columns: COLUMNS, zone: ZONE }));
}

function arranged(rows: readonly ReportRow[], how: Partial<Arrangement>): Generator<undefined, unknown> {
  return arrange(rows, { columns: COLUMNS, grouping: 'none', sort: null, zone: ZONE, ...how });
}

function madeRows(n: number): readonly ReportRow[] {
  return Array.from({ length: n }, (_, i): ReportRow => {
    const from = FIRST + (((i * 7919) % n) / n) * DAYS_MS;
    const name = `Car ${i % VEHICLES}`;
    return {
      deviceId: i % VEHICLES,
      deviceName: name,
      from,
      to: from,
      place: null,
      endPlace: null,
      positionId: 0,
      cells: [name, from, (i * 37) % 9999, `Rua São João ${(i * 31) % 5000}`],
    };
  });
}

/** Of the median round: the whole work, and its longest slice. */
function measure(bench: string, n: number, work: () => Generator<undefined, unknown>): void {
  const rounds = Array.from({ length: ROUNDS }, () => {
    let [total, longest] = [0, 0];
    for (const steps = work(); ;) {
      const begun = performance.now();
      const { done } = steps.next();
      const took = performance.now() - begun;
      total += took;
      longest = Math.max(longest, took);
      if (done === true) return { total, longest };
    }
  }).toSorted((a, b) => a.longest - b.longest);
  const { total, longest } = rounds[ROUNDS >> 1] ?? { total: 0, longest: 0 };
  printFigure(bench, { n, totalMs: rounded(total), longestSliceMs: rounded(longest) });
}
