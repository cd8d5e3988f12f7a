import type { Device } from '@rastro/fleet';
import { addDays, dayOf, daysIn, type CivilDate, type CivilMonth } from '@rastro/fleet/billing';
import {
  checkTank,
  linesWithoutFill,
  type BilledFuel,
  type CostLine,
  type LevelsAround,
  type TankCheck,
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
import { COSTS_KEY } from './use-costs.ts';

/** Fuel that was billed, and what is known of it in the tank. */
export interface TankRow {
  readonly line: CostLine;
  readonly check: TankCheck<PlacedFill>;
}
type Clients = Pick<Services, 'client' | 'extension'>;

const PAGE = 500;
/** Vehicles that are named in a question; more are all. */
const MAX_NAMED = 200;
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
  const lines = await fuelLines(services, month, signal);
  if (lines.length === 0) return [];
  const [first, last] = [dayOf(month, 1), dayOf(month, daysIn(month))];
  const dayOfLine = (day: CivilDate) => ({
    from: startOf(day, zone),
    to: startOf(addDays(day, 1), zone) - 1,
  });
  const period = { from: new Date(dayOfLine(first).from), to: new Date(dayOfLine(last).to) };
  const ids = [...new Set(lines.map(({ deviceId }) => deviceId))];
  const wish = { ...period, eventTypes: ['fill'], ...(ids.length <= MAX_NAMED && { deviceIds: ids }) };
  const { client } = services;
  const fills = Map.groupBy(
    valueOf(await inTurn(() => client.reports.list('fuelings', wish, signal), signal)),
    ({ deviceId }) => deviceId,
  );
  const devices = new Map(valueOf(await client.devices.list({}, signal)).map((each) => [each.id, each]));
  const billed = (line: CostLine): BilledFuel => ({
    id: line.id,
    at: line.at === null ? null : Date.parse(line.at),
    day: dayOfLine(line.from),
    liters: line.quantity,
    cents: line.cents,
  });
  const vehicles = [...Map.groupBy(lines, ({ deviceId }) => deviceId)].map(([deviceId, own]): Vehicle => ({
    deviceId,
    device: devices.get(deviceId),
    lines: own,
    billed: own.map(billed),
    fills: (fills.get(deviceId) ?? []).map(fillOf),
  }));
  const levels = await levelsOf(services, vehicles, signal);
  return vehicles.flatMap(({ device, lines: own, ...vehicle }) => {
    const checks = checkTank(vehicle.billed, vehicle.fills, { tankLiters: tankOf(device), levels });
    return own.flatMap((line, at): TankRow[] => {
      const check = checks[at];
      return check === undefined ? [] : [{ line, check }];
    });
  });
}
const startOf = (day: CivilDate, zone: string): number => momentOf(`${day}T00:00`, zone);

/** All lines of fuel of a month, page after page. */
async function fuelLines(
  { extension }: Clients,
  month: CivilMonth,
  signal: AbortSignal,
): Promise<readonly CostLine[]> {
  const lines: CostLine[] = [];
  const from = dayOf(month, 1);
  const to = dayOf(month, daysIn(month));
  for (let after: string | null = ''; after !== null;) {
    const place: { after?: string } = after === '' ? {} : { after };
    const page = valueOf(
      await extension.costs.list({ kind: ['fuel'], from, to, sort: 'time', limit: PAGE, ...place }, signal),
    );
    lines.push(...page.lines.filter(isFuelInLiters));
    after = page.next;
  }
  return lines;
}

interface Vehicle {
  readonly deviceId: number;
  readonly device: Device | undefined;
  readonly lines: readonly CostLine[];
  readonly billed: readonly BilledFuel[];
  readonly fills: readonly PlacedFill[];
}
/** Levels around bills without a fill, of vehicles that have a gauge. */
async function levelsOf(
  { client }: Clients,
  vehicles: readonly Vehicle[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, LevelsAround>> {
  const levels = new Map<number, LevelsAround>();
  const open = vehicles.flatMap(({ deviceId, device, billed, fills }) =>
    linesWithoutFill(billed, fills).flatMap(({ id, at }) =>
      at === null || device === undefined ? [] : [{ id, at, deviceId, device, isKnown: fills.length > 0 }],
    ),
  );
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
