import { DEVICE_ATTRIBUTES } from '@rastro/fleet';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import type { QrDeps } from '@rastro/extension';
import { civilDay } from '@rastro/simulator';
import type { Tracker } from '@rastro/tracker';
import { shiftOf, type DemoDriver, type DemoRoster } from './demo-drivers.ts';

/** Days of check-ins before the demonstration began. */
const DAYS = 9;
/** Longer ago than the trips that are under way when the demonstration begins. */
const MIN_AGE_MS = 3_000_000;

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
  const ended: StoredCheckIn[] = [];
  for (let day = today - DAYS; day < today; day++) {
    const { since, until } = shiftOf(day);
    for (const [at, { vehicle }] of roster.drivers.entries()) {
      const checkIn = makeCheckIn(vehicle, day, since + lateMs(at));
      if (checkIn) ended.push({ ...checkIn, until: until - lateMs(at), end: 'driver' });
    }
  }
  await checkInStore.importEnded(ended);
  // Vehicles are under way when it begins.
  const since = Math.min(shiftOf(today).since, beganAt - MIN_AGE_MS);
  for (const [at, { vehicle }] of roster.drivers.entries()) {
    const checkIn = makeCheckIn(vehicle, today, since - Math.round(lateMs(at) / 10));
    const action = { at: checkIn?.since ?? 0, clientId: undefined, actor: { userId: ownerId, address: '' } };
    if (checkIn) await checkInStore.checkIn(checkIn, action);
  }
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
