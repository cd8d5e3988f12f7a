import { randomToken } from '@rastro/base';
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
import { PARTITIONS, partitionOf } from '@rastro/storage';
import { preferencesOf } from '../directory/reader.ts';
import type { Reminder } from '../messages/reminder.ts';
import type { DriverNotes, DriverQuestion, TrackerBus } from '../messages/topics.ts';
import type { LiveDevices } from './live-device.ts';
import type { OwnPartitions } from './own-partitions.ts';
import type { WatchDeps } from './inactivity-watch.ts';
import type { ReferenceData } from './reference-data.ts';

interface Deps extends WatchDeps {
  readonly bus: TrackerBus;
  readonly around: Pick<ReferenceData, 'applies'>;
  readonly onError: (error: unknown) => void;
}
const CHECK_MS = 900_000;
/** For processes that are busy; one that does not answer postpones the check to the next round. */
const ANSWERS_MS = 5000;
const NOBODY = { attributes: {}, coordinateFormat: null };

/**
 * Notifies before the license of a driver ends, through one of their vehicles: once for each end and threshold. The
 * notice is stored with the vehicle, in the transaction of the event, and looked up among all vehicles. Of several
 * processes of positions one does this, and asks the others about their vehicles.
 * @returns a function that stops the watch.
 */
export function watchLicences(deps: Deps): () => void {
  const { bus, live, own, onError } = deps;
  const check = (): void => void notifyLicences(deps).catch(onError);
  const stopAnswering = bus.answer('drivers.noted', (question) => notesOf(question, live, own), {
    at: randomToken(12),
  });
  const timer = host.setInterval(check, CHECK_MS);
  timer.unref();
  check();
  return () => {
    stopAnswering();
    host.clearInterval(timer);
  };
}

/** Checks once. */
export async function notifyLicences(deps: Omit<Deps, 'onError'>): Promise<void> {
  const { bus, clock, directory, own } = deps;
  if (!own.isFirst) return;
  const today = new Date(wallOf(clock.now(), preferencesOf(directory, NOBODY).zone))
    .toISOString()
    .slice(0, 10);
  const due = new Map<DriverBody, Reminder>();
  for (const driver of directory.linked.driver.inOrder()) {
    const reminder = reminderOf(driver, directory.brand, today);
    if (reminder !== null) due.set(driver, reminder);
  }
  if (due.size === 0) return;
  const uniqueIds = Array.from(due.keys(), ({ uniqueId }) => uniqueId);
  const reminders = Array.from(due.values(), ({ key, occurrence }) => ({ key, occurrence }));
  const answers = await bus.askAll('drivers.noted', { uniqueIds, reminders }, { timeoutMs: ANSWERS_MS });
  // Another one may have raised it: better late than twice.
  if (answers.reduce((sum, { partitions }) => sum + partitions, 0) < PARTITIONS) return;
  const raised = new Set(answers.flatMap((notes) => notes.raised.map(nameOf)));
  const driven = new Map<string, DriverNotes['driven'][number]>();
  for (const each of answers.flatMap((notes) => notes.driven))
    if (each.at > (driven.get(each.uniqueId)?.at ?? 0)) driven.set(each.uniqueId, each);
  for (const [driver, reminder] of due) {
    if (raised.has(nameOf(reminder))) continue;
    const deviceId = driven.get(driver.uniqueId)?.deviceId ?? firstVehicleOf(deps, driver);
    if (deviceId !== null)
      await bus.ask('reminders.raised', { deviceId, reminders: [reminder] }, { to: partitionOf(deviceId) });
  }
}

const nameOf = ({ key, occurrence }: Pick<Reminder, 'key' | 'occurrence'>): string => `${key} ${occurrence}`;

function notesOf(question: DriverQuestion, live: LiveDevices, own: OwnPartitions): DriverNotes {
  const names = new Map(question.reminders.map((each) => [nameOf(each), each]));
  const wanted = new Set(question.uniqueIds);
  const driven = new Map<string, DriverNotes['driven'][number]>();
  const raised = [];
  for (const { deviceId, pending } of live.all()) {
    for (const [key, occurrence] of Object.entries(pending.memory.told)) {
      const found = names.get(nameOf({ key, occurrence }));
      if (found) raised.push(found);
    }
    const { position } = pending;
    const uniqueId = position?.attributes['driverUniqueId'];
    if (!position || typeof uniqueId !== 'string' || !wanted.has(uniqueId)) continue;
    const at = position.fixTime;
    if (at > (driven.get(uniqueId)?.at ?? 0)) driven.set(uniqueId, { uniqueId, deviceId, at });
  }
  return { partitions: own.size, raised, driven: [...driven.values()] };
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

/** The first vehicle that is linked to a driver; null = none. */
function firstVehicleOf(
  { directory, around }: Pick<Deps, 'directory' | 'around'>,
  driver: DriverBody,
): number | null {
  for (const device of directory.devices.inOrder())
    if (!isHiddenDevice(device) && around.applies.applies(device, 'driver', driver.id)) return device.id;
  return null;
}
