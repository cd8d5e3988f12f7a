import { DAY_MS } from '@rastro/base';
import type { ReportItems } from '@rastro/fleet';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { DeviceSpan, DriverSignals } from '@rastro/fleet/working-hours';
import { answered } from '../tracking-failure.ts';
import { soon } from '../with-tracking-api.ts';
import type { HoursHere } from './hours-deps.ts';

interface Period {
  readonly from: number;
  readonly to: number;
}
/** A check-in that began before a period may reach into it; after one that ended, it is rest. */
const LONGEST_CHECK_IN_MS = 31 * DAY_MS;
/** A trip is listed by its begin. */
const LONGEST_TRIP_MS = DAY_MS;

/**
 * Signals of drivers in a period, by driver. Trips are read in the name of whoever gave a driver access, so that
 * the hours of a driver are the same for all who look at them. Of a vehicle that is gone nothing is known: its time is
 * unclear.
 * @throws TrackingFailure
 */
export async function readSignals(
  here: HoursHere,
  driverIds: ReadonlySet<number>,
  period: Period,
): Promise<(driverId: number) => DriverSignals> {
  const [past, current] = await Promise.all([
    here.checkIns.history(period.from - LONGEST_CHECK_IN_MS, period.to, driverIds),
    here.checkIns.current(),
  ]);
  const own = [...past, ...current].filter(
    ({ driverId, since }) => driverIds.has(driverId) && since < period.to,
  );
  const at = own.filter(({ until }) => (until ?? Infinity) > period.from);
  const [moved, atStops] = await Promise.all([
    Promise.all(
      [...Map.groupBy(at, ({ ownerId }) => ownerId)].map(([ownerId, theirs]) =>
        ofOwner(here, { ownerId, deviceIds: devicesOf(theirs) }, period),
      ),
    ),
    here.stopsOf(devicesOf(at), period),
  ]);
  const trips = moved.flatMap((each) => each.trips);
  const engineOn = moved.flatMap((each) => each.engineOn);
  return (driverId) => {
    const theirs = own.filter((each) => each.driverId === driverId);
    const devices = new Set(devicesOf(theirs));
    const isTheirs = ({ deviceId }: DeviceSpan): boolean => devices.has(deviceId);
    return {
      checkIns: theirs.map(({ deviceId, since, until, end }) => ({
        deviceId,
        begin: since,
        end: until ?? Infinity,
        // Ended by a rule or by somebody else: nobody said that the driver rests.
        isCheckedOut: end === 'driver',
      })),
      trips: trips.filter(isTheirs),
      engineOn: engineOn.filter(isTheirs),
      atStops: atStops.filter(isTheirs),
      entries: [],
      tachograph: [],
    };
  };
}

const devicesOf = (checkIns: readonly StoredCheckIn[]): readonly number[] => [
  ...new Set(checkIns.map(({ deviceId }) => deviceId)),
];

interface Owned {
  readonly ownerId: number;
  readonly deviceIds: readonly number[];
}
type Moved = Pick<DriverSignals, 'trips' | 'engineOn'>;
const NOTHING: Moved = { trips: [], engineOn: [] };

async function ofOwner(here: HoursHere, owned: Owned, period: Period): Promise<Moved> {
  const { trackingApi } = here;
  // Who is gone, or may not sign in, is told nothing.
  if (!(await trackingApi.answersFor(owned.ownerId, owned.ownerId, soon()))) return NOTHING;
  const found = await Promise.all(owned.deviceIds.map((id) => trackingApi.device(owned.ownerId, id, soon())));
  const deviceIds = found.flatMap((device) => (device ? device.id : []));
  // No vehicle named would be all of them.
  if (deviceIds.length === 0) return NOTHING;
  const wider = { from: period.from - LONGEST_TRIP_MS, to: period.to };
  const read = { ownerId: owned.ownerId, deviceIds };
  const [trips, events] = await Promise.all([
    reportOf(here, { ...read, type: 'trips' }, wider),
    reportOf(here, { ...read, type: 'events' }, wider),
  ]);
  return {
    trips: trips.map(({ deviceId, startTime, endTime }) => ({
      deviceId,
      begin: Date.parse(startTime),
      end: Date.parse(endTime),
    })),
    engineOn: engineSpans(events, period.to),
  };
}

type Wanted<K extends 'trips' | 'events'> = Owned & { readonly type: K };
async function reportOf<K extends 'trips' | 'events'>(
  here: HoursHere,
  wanted: Wanted<K>,
  { from, to }: Period,
): Promise<readonly ReportItems[K][]> {
  const { ownerId, deviceIds, type } = wanted;
  const eventTypes = type === 'events' ? { eventTypes: ['ignitionOn', 'ignitionOff'] } : {};
  const query = { from: new Date(from), to: new Date(to), deviceIds, ...eventTypes };
  const answer = await here.reports.read(ownerId, type, query, soon());
  // The server behind counts by itself, and is nobody to ask: nothing is known of how vehicles moved.
  if (answer === null) return [];
  const isTooWide = !answer.ok && answer.error.code === 'TIME_PERIOD_EXCEEDS_THE_LIMIT' && to - from > DAY_MS;
  if (!isTooWide) return answered(answer);
  const middle = Math.floor((from + to) / 2);
  return [
    ...(await reportOf(here, wanted, { from, to: middle })),
    ...(await reportOf(here, wanted, { from: middle + 1, to })),
  ];
}

/** From an ignition on to the next one off; one that nobody turned on in the period is left out. */
function engineSpans(events: readonly ReportItems['events'][], until: number): readonly DeviceSpan[] {
  const spans: DeviceSpan[] = [];
  for (const [deviceId, own] of Map.groupBy(events, (event) => event.deviceId)) {
    let begin: number | null = null;
    for (const { type, eventTime } of own.toSorted(
      (a, b) => Date.parse(a.eventTime) - Date.parse(b.eventTime),
    ))
      if (type === 'ignitionOn') begin ??= Date.parse(eventTime);
      else if (begin !== null) {
        spans.push({ deviceId, begin, end: Date.parse(eventTime) });
        begin = null;
      }
    if (begin !== null) spans.push({ deviceId, begin, end: until });
  }
  return spans;
}
