import { metresFrom, type DistanceUnit } from '@rastro/fleet';
import { addMonths, type CivilMonth } from '@rastro/fleet/billing';
import { COST_KINDS, costPer, costsBy, type CostKind, type CostSum } from '@rastro/fleet/costs';
import { useQuery } from '@tanstack/react-query';
import { momentOf } from '../../i18n/zoned-time.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { inTurn } from '../../kernel/queries/in-turn.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { COSTS_KEY } from './use-costs.ts';

/** Costs of a vehicle in a month, and what it drove. */
export interface VehicleCost {
  readonly deviceId: number;
  readonly cents: number;
  /** Null = not known: it reported nothing, or the reader has no reports. */
  readonly metres: number | null;
  /** Cents per unit of distance of the reader; null = there is nothing to divide by. */
  readonly rate: number | null;
}
export interface MonthCosts {
  readonly cents: number;
  readonly kinds: readonly { readonly kind: CostKind; readonly cents: number }[];
  readonly vehicles: readonly VehicleCost[];
}

/** Sums of a month by kind and by vehicle. */
export function useMonthSums(month: CivilMonth) {
  const { extension } = useServices();
  return useQuery<readonly CostSum[]>({
    queryKey: [...COSTS_KEY, 'sums', month],
    queryFn: async ({ signal }) => valueOf(await extension.costs.sums({ from: month, to: month }, signal)),
  });
}

/** Meters that vehicles drove in a month; undefined = not known (yet). */
export function useMonthDistances(month: CivilMonth): ReadonlyMap<number, number> | undefined {
  const { client } = useServices();
  const zone = useZone();
  const hasPast = useFeature('history');
  const { may } = useRights();
  const { data } = useQuery({
    queryKey: ['totals', 'month', month, zone],
    enabled: hasPast && may('reports.view'),
    queryFn: async ({ signal }) => {
      const first = (of: CivilMonth): number => momentOf(`${of}-01T00:00`, zone);
      const period = { from: new Date(first(month)), to: new Date(first(addMonths(month, 1)) - 1) };
      const lines = valueOf(
        await inTurn(() => client.reports.list('totals', { ...period, zone }, signal), signal),
      );
      return new Map(
        lines
          // Without one report of a vehicle it is not known that it stood.
          .filter(({ reporting }) => reporting > 0)
          .map(({ deviceId, distance }) => [deviceId, distance]),
      );
    },
  });
  return data;
}

/** Sums of a month with distances, the most expensive vehicle first. */
export function monthCosts(
  sums: readonly CostSum[],
  {
    distances,
    unit,
  }: {
    readonly distances: ReadonlyMap<number, number> | undefined;
    readonly unit: DistanceUnit;
  },
): MonthCosts {
  const byKind = costsBy(sums, ({ kind }) => [kind]);
  const byVehicle = costsBy(sums, ({ deviceId }) => [deviceId]);
  return {
    cents: sums.reduce((sum, { cents }) => sum + cents, 0),
    kinds: COST_KINDS.flatMap((kind) => {
      const cents = byKind.get(kind);
      return cents === undefined ? [] : [{ kind, cents }];
    }),
    vehicles: [...byVehicle]
      .map(([deviceId, cents]) => {
        const metres = distances?.get(deviceId) ?? null;
        return { deviceId, cents, metres, rate: costPer(cents, (metres ?? 0) / metresFrom(1, unit)) };
      })
      .toSorted((a, b) => b.cents - a.cents),
  };
}
