import { HOUR_MS } from '@rastro/base';
import type { Driver, QrCheckIn } from '@rastro/fleet';
import { driverAt, type DriverAt, type DriverSpell } from '@rastro/fleet/costs';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { inTurn } from '../../kernel/queries/in-turn.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, type Services } from '../../kernel/services.tsx';
import { useFeature } from '../../kernel/use-feature.ts';
import { useRights } from '../../kernel/use-rights.ts';

const DAY_HOURS = 24;
/** A check-in that began earlier is of nobody who would still know. */
const LONGEST_CHECK_IN_MS = 31 * DAY_HOURS * HOUR_MS;
/** Trips are listed by their begin. */
const LONGEST_TRIP_MS = DAY_HOURS * HOUR_MS;

export type FoundDriver = DriverAt & { readonly name: string };

interface AskedMinute {
  readonly deviceId: number;
  /** Null = there is nothing to ask. */
  readonly at: number | null;
}

/** Asks who drove a vehicle at a minute, as far as the reader may know. */
export function useDriverQuery(): (asked: AskedMinute) => ReturnType<typeof driverQuery> {
  const services = useServices();
  const hasPast = useFeature('history');
  const { may } = useRights();
  const rights = { mayDrivers: may('drivers.view'), mayTrips: hasPast && may('reports.view') };
  return (asked) => driverQuery(services, asked, rights);
}
export function useFineDriver(asked: AskedMinute): FoundDriver | undefined {
  return useQuery(useDriverQuery()(asked)).data;
}

function driverQuery(
  services: Pick<Services, 'client' | 'extension'>,
  { deviceId, at }: AskedMinute,
  { mayDrivers, mayTrips }: { readonly mayDrivers: boolean; readonly mayTrips: boolean },
) {
  const minute = at ?? Number.POSITIVE_INFINITY;
  return queryOptions<FoundDriver>({
    queryKey: ['drivers', 'at', deviceId, at, mayTrips],
    enabled: deviceId > 0 && minute <= Date.now() && mayDrivers,
    queryFn: ({ signal }) => askedDriver(services, { deviceId, minute, mayTrips }, signal),
  });
}

async function askedDriver(
  { client, extension }: Pick<Services, 'client' | 'extension'>,
  {
    deviceId,
    minute,
    mayTrips,
  }: { readonly deviceId: number; readonly minute: number; readonly mayTrips: boolean },
  signal: AbortSignal,
): Promise<FoundDriver> {
  const drivers = valueOf(await client.drivers.list({}, signal));
  const to = new Date(minute + HOUR_MS);
  const shifts = { from: new Date(minute - LONGEST_CHECK_IN_MS).toISOString(), to: to.toISOString() };
  const past = valueOf(await extension.checkIns({ deviceId, ...shifts }, signal));
  const current = valueOf(await extension.checkIns({ deviceId }, signal));
  const wish = { deviceIds: [deviceId], from: new Date(minute - LONGEST_TRIP_MS), to };
  const trips = mayTrips
    ? valueOf(await inTurn(() => client.reports.list('trips', wish, signal), signal))
    : [];
  const checkIn = spellsOf([...past, ...current], drivers);
  const trip = trips.flatMap(({ driverUniqueId, startTime, endTime }) =>
    driverUniqueId === null ? [] : [{ driverUniqueId, from: Date.parse(startTime), to: Date.parse(endTime) }],
  );
  const found = driverAt({ checkIn, trip }, minute);
  const driver = drivers.find(({ uniqueId }) => uniqueId === found.driverUniqueId);
  // A code that is no driver's names nobody.
  if (driver === undefined && found.driverUniqueId !== null)
    return { driverUniqueId: null, reason: 'nobody', name: '' };
  return { ...found, name: driver?.name ?? '' };
}

function spellsOf(checkIns: readonly QrCheckIn[], drivers: readonly Driver[]): readonly DriverSpell[] {
  const identifiers = new Map(drivers.map(({ id, uniqueId }) => [id, uniqueId]));
  return checkIns.map(({ driverId, since, until }) => ({
    // One whom the reader does not see is somebody else all the same.
    driverUniqueId: identifiers.get(driverId) ?? `#${driverId}`,
    from: Date.parse(since),
    to: until === null ? Date.now() : Date.parse(until),
  }));
}
