import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import { DEVICE_ATTRIBUTES } from '@rastro/fleet';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { QrDeps } from '@rastro/extension';
import { civilDay, startOfDay } from '@rastro/simulator';
import type { Tracker } from '@rastro/tracker';
import type { DemoDriver, DemoRoster } from './demo-drivers.ts';

/** Days of check-ins before the demonstration began. */
const DAYS = 9;
/** Hours of the past days on the clock, before and after a meal for which drivers check out: vehicles moved then. */
const PAST_HOURS = [
  [4.6, 10.4],
  [11.6, 12.8],
] as const;
/** So long ago the present days of drivers began, whatever the clock shows; nobody is at the meal. */
const BEGAN_AGO_HOURS = [1.2, 7.1, 2.3, 3.4, 7.8, 1.7, 4.2, 2.9, 8.3] as const;
const MORNING_MS = 4.5 * HOUR_MS;
const MEAL_MS = 70 * MINUTE_MS;
/** Longer ago than the trips that are under way when the demonstration begins. */
const MIN_AGE_MS = 50 * MINUTE_MS;
const [SUNDAY, SATURDAY] = [3, 2];

interface Shifts {
  readonly roster: DemoRoster;
  readonly beganAt: number;
  readonly ownerId: number;
}

/** Adds the current check-ins and those of the last days. */
export async function addCheckIns(
  directory: Pick<Tracker['directory'], 'devices' | 'linked'>,
  checkInStore: Pick<QrDeps['checkInStore'], 'checkIn' | 'importEnded'>,
  shifts: Shifts,
): Promise<void> {
  const { roster, beganAt, ownerId } = shifts;
  const makeCheckIn = checkInMaker(directory, roster, ownerId);
  const today = civilDay(beganAt);
  // The weekly rest goes from Saturday to Monday; on a Sunday, when drivers work today, it was the day before.
  const dayOff = weekdayOf(today) === SUNDAY ? SATURDAY : SUNDAY;
  const ended: StoredCheckIn[] = [];
  const current: StoredCheckIn[] = [];
  for (const { vehicle } of roster.drivers) {
    const add = (day: number, partsOf: (at: number) => readonly Part[]): void => {
      const at = roster.drivers.findIndex((driver) => driver === roster.driverOn(vehicle, day));
      for (const { since, until } of partsOf(at)) {
        const checkIn = makeCheckIn(vehicle, day, since);
        if (checkIn && until !== null) ended.push({ ...checkIn, until, end: 'driver' });
        else if (checkIn) current.push(checkIn);
      }
    };
    for (let day = today - DAYS; day < today; day++)
      if (weekdayOf(day) !== dayOff) add(day, (at) => pastParts(day, at));
    add(today, (at) => presentParts(beganAt, at));
  }
  await checkInStore.importEnded(ended);
  for (const checkIn of current) {
    const action = { at: checkIn.since, clientId: undefined, actor: { userId: ownerId, address: '' } };
    await checkInStore.checkIn(checkIn, action);
  }
}

interface Part {
  readonly since: number;
  /** Null = it goes on. */
  readonly until: number | null;
}
const weekdayOf = (day: number): number => day % 7;
const pastParts = (day: number, at: number): readonly Part[] =>
  PAST_HOURS.map(([since, until]) => ({
    since: startOfDay(day) + since * HOUR_MS + lateMs(at),
    until: startOfDay(day) + until * HOUR_MS + lateMs(at),
  }));

/** The day that goes on: it began after midnight, if that is long enough ago. */
function presentParts(now: number, at: number): readonly Part[] {
  const agoMs = (BEGAN_AGO_HOURS[at % BEGAN_AGO_HOURS.length] ?? 1) * HOUR_MS - lateMs(at);
  const since = Math.min(now - MIN_AGE_MS, Math.max(now - agoMs, startOfDay(civilDay(now)) + HOUR_MS / 2));
  const afternoon = since + MORNING_MS + MEAL_MS;
  if (afternoon > now - MIN_AGE_MS) return [{ since, until: null }];
  return [
    { since, until: since + MORNING_MS },
    { since: afternoon, until: null },
  ];
}

/** Nobody comes at the same second as everybody else. */
const lateMs = (at: number): number => ((at * 37) % 600) * 1000;

function checkInMaker(
  { devices, linked }: Pick<Tracker['directory'], 'devices' | 'linked'>,
  roster: DemoRoster,
  ownerId: number,
) {
  const ids = new Map([...linked.driver.inOrder()].map(({ id, uniqueId }) => [uniqueId, id]));
  const byName = new Map([...devices.inOrder()].map((device) => [device.name, device]));
  return (vehicle: string, day: number, since: number): StoredCheckIn | null => {
    const driver = roster.driverOn(vehicle, day);
    const device = byName.get(vehicle);
    const driverId = driver ? (ids.get(driver.uniqueId) ?? 0) : 0;
    if (!driver || !device || driverId === 0) return null;
    const value = device.attributes[DEVICE_ATTRIBUTES.plate];
    const plate = typeof value === 'string' ? value : '';
    const of = { driverId, deviceId: device.id, deviceName: device.name, plate, ownerId };
    return { ...checkInOf(driver, since), ...of };
  };
}

type DriverCheckIn = Omit<StoredCheckIn, 'driverId' | 'deviceId' | 'deviceName' | 'plate' | 'ownerId'>;
const checkInOf = ({ name, uniqueId }: DemoDriver, since: number): DriverCheckIn => ({
  driverName: name,
  driverUniqueId: uniqueId,
  since,
  until: null,
  end: null,
  unlock: 'none',
  rules: { logoutOnIgnitionOff: false, lockAfterS: 0, logoutAfterS: 0 },
  ignition: { wasOn: false, lookedUntil: since },
  isLinked: false,
});
