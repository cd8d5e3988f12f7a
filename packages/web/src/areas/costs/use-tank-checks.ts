import type { Device } from '@rastro/fleet';
import { addDays, dayOf, daysIn, type CivilDate, type CivilMonth } from '@rastro/fleet/billing';
import {
  checkTank,
  linesWithoutFill,
  unbilledFills,
  type BilledFuel,
  type CostLine,
  type CostPeriod,
  type LevelsAround,
} from '@rastro/fleet/costs';
import { useQuery } from '@tanstack/react-query';
import { momentOf } from '../../i18n/zoned-time.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { inTurn } from '../../kernel/queries/in-turn.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, type Services } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';
import { useRights } from '../../kernel/use-rights.ts';
import {
  AROUND_MS,
  fillOf,
  hasGauge,
  isFuelInLiters,
  levelsAround,
  tankOf,
  type PlacedFill,
} from './tank-levels.ts';
import type { TankRow } from './tank-rows.ts';
import { COSTS_KEY } from './use-costs.ts';

type Clients = Pick<Services, 'client' | 'extension'>;

const PAGE = 500;
/** Stretches of history that are read for bills without a fill; those of further ones are not known. */
const MAX_STRETCHES = 200;

/** Fuel of a month with what came into the tanks. It shows places and levels: whoever sees it has reports as well. */
export function useTankChecks(month: CivilMonth) {
  const services = useServices();
  const zone = useZone();
  const hasPast = useFeature('history');
  const { may } = useRights();
  const isOffered = hasPast && may('reports.view');
  const query = useQuery<readonly TankRow[]>({
    queryKey: [...COSTS_KEY, 'tank', month, zone],
    enabled: isOffered,
    queryFn: ({ signal }) => tankRows(services, { month, zone }, signal),
  });
  return { isOffered, query };
}

async function tankRows(
  services: Clients,
  { month, zone }: { readonly month: CivilMonth; readonly zone: string },
  signal: AbortSignal,
): Promise<readonly TankRow[]> {
  const [first, last] = [dayOf(month, 1), dayOf(month, daysIn(month))];
  // A bill or a fill of the day before or after may be of one in this month.
  const around = { from: addDays(first, -1), to: addDays(last, 1) };
  const lines = await fuelLines(services, around, signal);
  const isOfMonth = ({ from }: CostLine): boolean => first <= from && from <= last;
  if (!lines.some(isOfMonth)) return [];
  const vehicles = await vehiclesOf(services, { lines, around, zone }, signal);
  const levels = await levelsOf(services, { vehicles, isOfMonth }, signal);
  const [from, end] = [startOf(first, zone), startOf(addDays(last, 1), zone)];
  return vehicles.flatMap(({ deviceId, device, fills, lines: own, billed, otherBills }): TankRow[] => {
    const tankLiters = tankOf(device);
    const checks = new Map(checkTank(billed, fills, { tankLiters, levels }).map((each) => [each.id, each]));
    const bills = own.filter(isOfMonth).flatMap((line): TankRow[] => {
      const check = checks.get(line.id);
      return check === undefined ? [] : [{ kind: 'bill', line, check }];
    });
    const alone = unbilledFills(billed, fills, { otherBills, tankLiters, now: Date.now() })
      .filter(({ fill: { start } }) => from <= start && start < end)
      .map((found): TankRow => ({ kind: 'fill', deviceId, deviceName: device?.name ?? '', found }));
    return [...bills, ...alone];
  });
}

interface Around {
  readonly lines: readonly CostLine[];
  readonly around: CostPeriod;
  readonly zone: string;
}
/** Vehicles with bills or fills. */
async function vehiclesOf(
  { client }: Clients,
  { lines, around, zone }: Around,
  signal: AbortSignal,
): Promise<readonly Vehicle[]> {
  const dayOfLine = (day: CivilDate) => ({
    from: startOf(day, zone),
    to: startOf(addDays(day, 1), zone) - 1,
  });
  const period = { from: new Date(dayOfLine(around.from).from), to: new Date(dayOfLine(around.to).to) };
  const wish = { ...period, eventTypes: ['fill'] };
  const fills = Map.groupBy(
    valueOf(await inTurn(() => client.reports.list('fuelings', wish, signal), signal)),
    ({ deviceId }) => deviceId,
  );
  const devices = new Map(valueOf(await client.devices.list({}, signal)).map((each) => [each.id, each]));
  const linesOf = Map.groupBy(lines, ({ deviceId }) => deviceId);
  const billed = (line: CostLine): BilledFuel => ({
    id: line.id,
    at: line.at === null ? null : Date.parse(line.at),
    day: dayOfLine(line.from),
    liters: line.quantity,
    cents: line.cents,
  });
  return [...new Set([...linesOf.keys(), ...fills.keys()])].map((deviceId): Vehicle => {
    const own = linesOf.get(deviceId) ?? [];
    const compared = own.filter(isFuelInLiters);
    return {
      deviceId,
      device: devices.get(deviceId),
      lines: compared,
      billed: compared.map(billed),
      otherBills: own.filter((line) => line.cents > 0 && !isFuelInLiters(line)).map(billed),
      fills: (fills.get(deviceId) ?? []).map(fillOf),
    };
  });
}
const startOf = (day: CivilDate, zone: string): number => momentOf(`${day}T00:00`, zone);

/** All lines of fuel of some days, page after page. */
async function fuelLines(
  { extension }: Clients,
  { from, to }: CostPeriod,
  signal: AbortSignal,
): Promise<readonly CostLine[]> {
  const lines: CostLine[] = [];
  for (let after: string | null = ''; after !== null;) {
    const place: { after?: string } = after === '' ? {} : { after };
    const page = valueOf(
      await extension.costs.list({ kind: ['fuel'], from, to, sort: 'time', limit: PAGE, ...place }, signal),
    );
    lines.push(...page.lines);
    after = page.next;
  }
  return lines;
}

interface Vehicle {
  readonly deviceId: number;
  readonly device: Device | undefined;
  readonly lines: readonly CostLine[];
  readonly billed: readonly BilledFuel[];
  /** Bills of fuel that say no liters. */
  readonly otherBills: readonly BilledFuel[];
  readonly fills: readonly PlacedFill[];
}
/** Levels around bills without a fill, of vehicles that have a gauge. */
async function levelsOf(
  { client }: Clients,
  {
    vehicles,
    isOfMonth,
  }: { readonly vehicles: readonly Vehicle[]; readonly isOfMonth: (line: CostLine) => boolean },
  signal: AbortSignal,
): Promise<ReadonlyMap<number, LevelsAround>> {
  const levels = new Map<number, LevelsAround>();
  const open = vehicles.flatMap(({ deviceId, device, lines, billed, fills }) => {
    const asked = new Set(lines.filter(isOfMonth).map(({ id }) => id));
    return linesWithoutFill(billed, fills).flatMap(({ id, at }) =>
      at === null || device === undefined || !asked.has(id)
        ? []
        : [{ id, at, deviceId, device, isKnown: fills.length > 0 }],
    );
  });
  if (open.length === 0) return levels;
  const latest = valueOf(await client.positions.latest(signal));
  const latestOf = new Map(latest.map((position) => [position.deviceId, position]));
  const gauged = open.filter(
    // A fill of the last hour may not have settled: nothing is said of it yet.
    ({ at, deviceId, device, isKnown }) =>
      at + AROUND_MS <= Date.now() && (isKnown || hasGauge(latestOf.get(deviceId), device)),
  );
  for (const { id, at, deviceId, device } of gauged.slice(0, MAX_STRETCHES)) {
    const stretch = { deviceId, from: new Date(at - AROUND_MS), to: new Date(at + AROUND_MS) };
    const positions = valueOf(await client.positions.history(stretch, signal));
    levels.set(id, levelsAround(positions, at, device));
  }
  return levels;
}
