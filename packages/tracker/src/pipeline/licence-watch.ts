import { host } from '@rastro/base/host';
import {
  attributeName,
  DRIVER_ATTRIBUTES,
  fitsAttribute,
  isHiddenDevice,
  licenceNotice,
  wallOf,
} from '@rastro/fleet';
import type { DriverBody } from '@rastro/fleet/schemas';
import type { DeviceEntity } from '../directory/directory.ts';
import { preferencesOf } from '../directory/reader.ts';
import type { WatchDeps } from './inactivity-watch.ts';
import type { Reminder } from './rules/rule.ts';
import type { ReferenceData } from './reference-data.ts';

interface Deps extends WatchDeps {
  readonly around: Pick<ReferenceData, 'applies'>;
}
const CHECK_MS = 900_000;
const NOBODY = { attributes: {}, coordinateFormat: null };

/**
 * Notifies before the license of a driver ends, through one of their vehicles: once for each end and threshold. The
 * notice is stored with the vehicle, in the transaction of the event, and looked up among all vehicles.
 * @returns a function that stops the watch.
 */
export function watchLicences(deps: Deps): () => void {
  const timer = host.setInterval(() => notifyLicences(deps), CHECK_MS);
  timer.unref();
  notifyLicences(deps);
  return () => host.clearInterval(timer);
}

/** Checks once. */
export function notifyLicences(deps: Deps): void {
  const { clock, directory, live, pipeline, commits } = deps;
  const now = clock.now();
  const today = new Date(wallOf(now, preferencesOf(directory, NOBODY).zone)).toISOString().slice(0, 10);
  const due = new Map<DriverBody, Reminder>();
  for (const driver of directory.linked.driver.inOrder()) {
    const reminder = reminderOf(driver, directory.brand, today);
    if (reminder !== null) due.set(driver, reminder);
  }
  if (due.size === 0) return;
  const notified = new Set<string>();
  for (const { pending } of live.all())
    for (const [key, what] of Object.entries(pending.memory.told)) notified.add(`${key} ${what}`);
  for (const [driver, reminder] of due) {
    if (notified.has(`${reminder.key} ${reminder.occurrence}`)) continue;
    const device = vehicleOf(deps, driver);
    if (device) commits.add(pipeline.remind(device.id, [reminder], now), nothing, nothing);
  }
}

function reminderOf({ id, uniqueId, attributes }: DriverBody, brand: string, today: string): Reminder | null {
  const validity = attributes[attributeName(brand, DRIVER_ATTRIBUTES.validity)];
  if (typeof validity !== 'string' || !fitsAttribute(DRIVER_ATTRIBUTES.validity, validity)) return null;
  const notice = licenceNotice(validity, today);
  if (notice === null) return null;
  return {
    key: `licence:${id}`,
    occurrence: `${validity} ${notice.threshold}`,
    type: 'licenceEnds',
    attributes: { driverUniqueId: uniqueId, licenceValidity: validity, daysLeft: notice.daysLeft },
  };
}

/** Vehicle that a driver drives or drove last, else the first linked one; null = none. */
function vehicleOf({ directory, live, around }: Deps, driver: DriverBody): DeviceEntity | null {
  let linked: DeviceEntity | null = null;
  let driven: { readonly device: DeviceEntity; readonly at: number } | null = null;
  for (const device of directory.devices.inOrder()) {
    if (isHiddenDevice(device)) continue;
    const { position } = live.of(device.id).pending;
    const isDriver = position?.attributes['driverUniqueId'] === driver.uniqueId;
    if (position && isDriver && position.fixTime > (driven?.at ?? 0))
      driven = { device, at: position.fixTime };
    linked ??= around.applies.applies(device, 'driver', driver.id) ? device : null;
  }
  return driven?.device ?? linked;
}

const nothing = (): void => {};
