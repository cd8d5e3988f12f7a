import { FIELD_LIMITS } from '@rastro/fleet';
import { addMonths, monthsBetween, type CivilMonth } from '@rastro/fleet/billing';
import {
  costReport,
  costsBy,
  type CostReport,
  type CostReportBy,
  type CostSum,
  type DriverCostSum,
} from '@rastro/fleet/costs';
import { useQuery } from '@tanstack/react-query';
import { momentOf } from '../../i18n/zoned-time.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { inTurn } from '../../kernel/queries/in-turn.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, type Services } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { COSTS_KEY } from './use-costs.ts';

export interface ReportMonths {
  readonly from: CivilMonth;
  readonly to: CivilMonth;
}
/** Months before this one that a report has when none were chosen. */
const USUAL_MONTHS_BEFORE = 2;

/** Months of a report in their order, as many as may be asked for; the first one gives way. */
export function reportMonths(
  { from, to }: { readonly from: CivilMonth | null; readonly to: CivilMonth | null },
  now: CivilMonth,
): ReportMonths {
  const [first, last] = [from ?? addMonths(to ?? now, -USUAL_MONTHS_BEFORE), to ?? now];
  if (first > last) return { from: last, to: first < addMonths(last, MOST) ? first : addMonths(last, MOST) };
  const least = addMonths(last, -MOST);
  return { from: first < least ? least : first, to: last };
}
const MOST = FIELD_LIMITS.cost.months - 1;

interface Asked extends ReportMonths {
  readonly by: CostReportBy;
}
interface Answered {
  /** By what the rows are of, as a text: '' = no group, or a driver that nobody knows. */
  readonly report: CostReport<string>;
  /** Names of drivers, as reports know them. */
  readonly driverNames: ReadonlyMap<string, string>;
}
type Clients = Pick<Services, 'client' | 'extension'>;

/** Costs of months beside the distances of all reports; without the right to reports no distance is known. */
export function useCostReport(asked: Asked) {
  const services = useServices();
  const zone = useZone();
  const hasDistances = useHasDistances();
  const query = useQuery<Answered>({
    queryKey: [...COSTS_KEY, 'report', asked, zone, hasDistances],
    queryFn: ({ signal }) => readReport(services, { ...asked, zone, hasDistances }, signal),
  });
  return { hasDistances, query };
}

/** Whether the reader may know what was driven. */
export function useHasDistances(): boolean {
  const hasPast = useFeature('history');
  const { may } = useRights();
  return hasPast && may('reports.view');
}

interface Wish extends Asked {
  readonly zone: string;
  readonly hasDistances: boolean;
}
async function readReport(services: Clients, wish: Wish, signal: AbortSignal): Promise<Answered> {
  const driverNames = new Map<string, string>();
  const { by } = wish;
  const groupOf = by === 'group' ? await groupsOf(services, signal) : new Map<number, number>();
  const keyOf = (deviceId: number): string =>
    by === 'vehicle' ? String(deviceId) : by === 'group' ? String(groupOf.get(deviceId) ?? '') : '';
  const costs = await costsOf(services, { ...wish, keyOf }, signal);
  if (!wish.hasDistances) return { report: costReport(costs, null), driverNames };
  const distances = new Map<string, number>();
  for (const month of monthsBetween(wish.from, wish.to))
    for (const line of await totalsOfMonth(services, { ...wish, month }, signal)) {
      const { driverUniqueId, driverName, deviceId, reporting, distance } = line;
      // Without one report it is not known that it stood.
      if (reporting === 0) continue;
      if (driverUniqueId !== null && driverName !== null) driverNames.set(driverUniqueId, driverName);
      const key = by === 'month' ? month : by === 'driver' ? (driverUniqueId ?? '') : keyOf(deviceId);
      distances.set(key, (distances.get(key) ?? 0) + distance);
    }
  return { report: costReport(costs, distances), driverNames };
}

async function groupsOf({ client }: Clients, signal: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const [devices, groups] = await Promise.all([
    client.devices.list({}, signal).then(valueOf),
    client.groups.list({}, signal).then(valueOf),
  ]);
  const seen = new Set(groups.map(({ id }) => id));
  return new Map(devices.flatMap(({ id, groupId }) => (seen.has(groupId) ? [[id, groupId] as const] : [])));
}

async function costsOf(
  { extension }: Clients,
  { from, to, by, keyOf }: Asked & { readonly keyOf: (deviceId: number) => string },
  signal: AbortSignal,
) {
  const sums = valueOf(await extension.costs.sums({ from, to }, signal));
  const all = sums.map(({ month, deviceId, kind, cents }) => ({
    key: by === 'month' ? month : keyOf(deviceId),
    kind,
    cents,
  }));
  if (by !== 'driver') return all;
  const drivers = valueOf(await extension.costs.driverSums({ from, to }, signal));
  return [
    ...drivers.map(({ driverUniqueId, kind, cents }) => ({ key: driverUniqueId, kind, cents })),
    ...withoutDriver(sums, drivers),
  ];
}

/** All less those of drivers, by kind. */
function withoutDriver(sums: readonly CostSum[], drivers: readonly DriverCostSum[]) {
  const all = costsBy(sums, ({ kind }) => [kind]);
  const known = costsBy(drivers, ({ kind }) => [kind]);
  return [...all]
    .map(([kind, cents]) => ({ key: '', kind, cents: cents - (known.get(kind) ?? 0) }))
    .filter(({ cents }) => cents !== 0);
}

/** Totals of reports in a month. Month by month: whatever period a report may have at most, a month is within it. */
export async function totalsOfMonth(
  { client }: Pick<Clients, 'client'>,
  { month, by, zone }: Pick<Wish, 'by' | 'zone'> & { readonly month: CivilMonth },
  signal: AbortSignal,
) {
  const first = (of: CivilMonth): number => momentOf(`${of}-01T00:00`, zone);
  const period = { from: new Date(first(month)), to: new Date(first(addMonths(month, 1)) - 1) };
  if (period.from.getTime() > Date.now()) return [];
  const line = by === 'month' ? { sum: true } : by === 'driver' ? { by } : {};
  return valueOf(
    await inTurn(() => client.reports.list('totals', { ...period, zone, ...line }, signal), signal),
  );
}
