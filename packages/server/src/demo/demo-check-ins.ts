import { DEVICE_ATTRIBUTES } from '@rastro/fleet';
import type { KeptCheckIn } from '@rastro/fleet/schemas';
import type { QrRoom } from '@rastro/extension';
import { civilDay } from '@rastro/simulator';
import type { Tracker } from '@rastro/tracker';
import { shiftOf, type DemoDriver, type DemoRoster } from './demo-drivers.ts';

/** Days of check-ins before the demonstration began. */
const DAYS = 9;
/** Vehicles are under way when it begins: who drives them has checked in before. */
const AT_LEAST_MS = 3_000_000;

/** Who checked in to what on the last days, and who has checked in now. */
export async function addCheckIns(
  { devices, linked }: Pick<Tracker['directory'], 'devices' | 'linked'>,
  book: Pick<QrRoom['book'], 'checkIn' | 'checkOut'>,
  {
    roster,
    beganAt,
    ownerId,
  }: { readonly roster: DemoRoster; readonly beganAt: number; readonly ownerId: number },
): Promise<void> {
  const ids = new Map([...linked.driver.inOrder()].map(({ id, uniqueId }) => [uniqueId, id]));
  const byName = new Map([...devices.inOrder()].map((device) => [device.name, device]));
  const actor = { userId: ownerId, address: '' };
  const today = civilDay(beganAt);
  for (let day = today - DAYS; day <= today; day++) {
    const { since: begin, until } = shiftOf(day);
    const isLast = day === today;
    const since = isLast ? Math.min(begin, beganAt - AT_LEAST_MS) : begin;
    await Promise.all(
      roster.drivers.map(async ({ vehicle }, at) => {
        const driver = roster.driverOn(vehicle, day);
        const device = byName.get(vehicle);
        const driverId = driver ? (ids.get(driver.uniqueId) ?? 0) : 0;
        if (!driver || !device || driverId === 0) return;
        // Nobody comes at the same second as everybody else.
        const from = since + ((at * 37) % 600) * (isLast ? -100 : 1000);
        const plate = String(device.attributes[DEVICE_ATTRIBUTES.plate] ?? '');
        const wanted = {
          ...checkInOf(driver, from),
          driverId,
          deviceId: device.id,
          deviceName: device.name,
          plate,
          ownerId,
        };
        await book.checkIn(wanted, { at: from, clientId: undefined, actor });
        if (!isLast)
          await book.checkOut(driverId, 'driver', { at: until - from + since, clientId: undefined, actor });
      }),
    );
  }
}

type Told = Omit<KeptCheckIn, 'driverId' | 'deviceId' | 'deviceName' | 'plate' | 'ownerId'>;
const checkInOf = ({ name, uniqueId }: DemoDriver, since: number): Told => ({
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
