import type { CostKind } from './cost-line.ts';

/** Subjects of the rows of a report about costs. */
export const COST_REPORT_BYS = ['vehicle', 'driver', 'group', 'month'] as const;
export type CostReportBy = (typeof COST_REPORT_BYS)[number];

/** Kinds that come with driving; all kinds together are the full cost. */
const RUNNING_KINDS: ReadonlySet<CostKind> = new Set(['fuel', 'service', 'tyres', 'fines', 'tolls']);
export const isRunning = (kind: CostKind): boolean => RUNNING_KINDS.has(kind);

/** Costs and distance of a vehicle, driver, group or month. */
export interface CostReportRow<K> {
  readonly key: K;
  /** Part of the cost that comes with driving. */
  readonly runningCents: number;
  readonly cents: number;
  /** Null = not known. */
  readonly metres: number | null;
}
export interface CostReport<K> {
  readonly rows: readonly CostReportRow<K>[];
  /** Of all rows: the sum of their cents, and of the distances that are known. */
  readonly total: Omit<CostReportRow<K>, 'key'>;
}
interface KeyedCost<K> {
  readonly key: K;
  readonly kind: CostKind;
  readonly cents: number;
}

/**
 * Costs beside distances, a row for each key that has either; without costs it has driven for nothing yet.
 * @param distances Meters; a key that is missing is not known. Null = none is known.
 */
export function costReport<K>(
  costs: readonly KeyedCost<K>[],
  distances: ReadonlyMap<K, number> | null,
): CostReport<K> {
  const sums = new Map<K, { runningCents: number; cents: number }>();
  for (const { key, kind, cents } of costs) {
    const sum = sums.get(key) ?? { runningCents: 0, cents: 0 };
    sum.cents += cents;
    if (isRunning(kind)) sum.runningCents += cents;
    sums.set(key, sum);
  }
  for (const [key, metres] of distances ?? [])
    if (metres > 0 && !sums.has(key)) sums.set(key, { runningCents: 0, cents: 0 });
  const rows = [...sums].map(([key, sum]) => ({ key, ...sum, metres: distances?.get(key) ?? null }));
  const known = rows.flatMap(({ metres }) => metres ?? []);
  return {
    rows,
    total: {
      runningCents: rows.reduce((sum, row) => sum + row.runningCents, 0),
      cents: rows.reduce((sum, row) => sum + row.cents, 0),
      metres: known.length === 0 ? null : known.reduce((sum, metres) => sum + metres, 0),
    },
  };
}
