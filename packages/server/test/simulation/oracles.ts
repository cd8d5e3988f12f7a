import type { Storage, StoredEvent, StoredPosition } from '@rastro/storage';
import { DEFAULT_PIPELINE_OPTIONS, verifyTrips } from '@rastro/tracker';
import type { SimUsers } from './sim-users.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimServer } from './sim-server.ts';
import type { World } from './world.ts';

/** Rules that must hold once all faults are over. @returns those that do not, in words. */
export async function violations(
  server: SimServer,
  { devices, users, events }: Pick<World, 'devices' | 'users' | 'events'>,
): Promise<readonly string[]> {
  const { storage, tracker } = server.ready;
  const found = server.faults.map((fault) => `the log says: ${fault}`);
  const ids = new Map([...tracker.directory.devices.inOrder()].map(({ id, uniqueId }) => [uniqueId, id]));
  const stored = new Set<number>();
  await server.readEvents(events);
  for (const device of devices) {
    const id = ids.get(device.habits.uniqueId) ?? 0;
    const rows = await historyOf(storage, id);
    for (const row of rows) stored.add(row.id);
    found.push(...recordsOf(device, rows));
    found.push(...eventsOf(device, events.get(device.habits.uniqueId) ?? []));
  }
  found.push(
    ...(await commandsOf(storage, users, devices)),
    ...framesOf(server, users),
    ...unstoredOf(server, users, stored),
  );
  const { rows, commands } = tracker.waiting();
  if (rows > 0) found.push(`${rows} rows still wait for the disk`);
  if (commands > 0) found.push(`${commands} commands still wait`);
  const wrong: string[] = [];
  await verifyTrips({
    storage,
    brand: 'rastro',
    pipeline: DEFAULT_PIPELINE_OPTIONS,
    onProgress: ({ deviceId, wrong: what }) => {
      if (what.length > 0) wrong.push(`derived history of device ${deviceId} is wrong: ${what.join()}`);
    },
  });
  return [...found, ...wrong];
}

/** Every acknowledged record is stored, each once, and nothing that no device made. */
function recordsOf(
  { habits, made, acknowledged, restated }: SimDevice,
  rows: readonly StoredPosition[],
): string[] {
  const name = `${habits.protocol} ${habits.uniqueId}`;
  const counts = new Map<number, number>();
  for (const { fixTime, deviceTime, attributes } of rows) {
    // The answer to a command, and a sign of life, are records without a place of their own.
    if (attributes['result'] === undefined && deviceTime === fixTime)
      counts.set(fixTime, (counts.get(fixTime) ?? 0) + 1);
  }
  const lost = [...acknowledged].filter((time) => !counts.has(time));
  const twice = [...counts].filter(([time, count]) => count > 1 && !restated.has(time)).map(([time]) => time);
  const unknown = [...counts.keys()].filter((time) => !made.has(time));
  return [
    ...(lost.length > 0 ? [`${name}: ${lost.length} acknowledged and lost: ${timesText(lost)}`] : []),
    ...(twice.length > 0 ? [`${name}: ${twice.length} stored twice: ${timesText(twice)}`] : []),
    ...(unknown.length > 0 ? [`${name}: ${unknown.length} never sent: ${timesText(unknown)}`] : []),
  ];
}

/** No event of a record is there twice. */
function eventsOf({ habits }: SimDevice, events: readonly StoredEvent[]): string[] {
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const { type, eventTime, positionId, geofenceId, maintenanceId, attributes } of events) {
    if (positionId === 0) continue;
    const key = [
      type,
      new Date(eventTime).toISOString(),
      geofenceId,
      maintenanceId,
      JSON.stringify(attributes),
      // Answers to two commands come in one piece, and say the same.
      type === 'commandResult' ? positionId : '',
    ].join(' ');
    if (seen.has(key)) twice.push(key);
    seen.add(key);
  }
  const name = `${habits.protocol} ${habits.uniqueId}`;
  return twice.length > 0 ? [`${name}: ${twice.length} events twice: ${twice.slice(0, 3).join('; ')}`] : [];
}

/** A command reaches its device once at most, and what is known of its end is true. */
async function commandsOf(
  storage: Storage,
  { commands, deviceIds }: SimUsers,
  devices: readonly SimDevice[],
): Promise<string[]> {
  const found: string[] = [];
  for (const [at, deviceId] of deviceIds.entries()) {
    const stored = await storage.commands({ deviceId, limit: 10_000, offset: 0 });
    for (const { word, isTaken } of commands.filter((command) => command.deviceId === deviceId)) {
      const rows = stored.filter(({ attributes }) => attributes['data'] === word);
      const arrived = devices[at]?.commands.filter((text) => text.includes(word)).length ?? 0;
      const [status = 'none'] = rows.map((row) => row.status);
      const name = `command ${word} (${status}, ${devices[at]?.habits.channel})`;
      if (arrived > 1) found.push(`${name} arrived ${arrived} times`);
      if (rows.length > 1) found.push(`${name} is stored ${rows.length} times`);
      if (isTaken && rows.length === 0) found.push(`${name} was taken and is lost`);
      if (arrived > 0 && NEVER_SENT.has(status)) found.push(`${name} has arrived`);
      if (arrived === 0 && ARRIVED.has(status)) found.push(`${name} never arrived`);
      if (OPEN.has(status)) found.push(`${name} has not ended`);
    }
  }
  return found;
}
const NEVER_SENT: ReadonlySet<string> = new Set([
  'none',
  'queued',
  'waiting',
  'failed',
  'expired',
  'cancelled',
]);
const ARRIVED: ReadonlySet<string> = new Set(['accepted', 'confirmed']);
const OPEN: ReadonlySet<string> = new Set(['queued', 'waiting', 'sending']);

/** Nobody got a frame without the right at that moment, and whoever looks sees the newest position of each device. */
function framesOf(server: SimServer, { viewers, rights }: SimUsers): string[] {
  const newest = new Map(
    [...server.ready.tracker.states()].map(({ deviceId, position }) => [deviceId, position?.id]),
  );
  return viewers.flatMap((viewer) => {
    const stale = rights
      .sureOf(viewer.userId)
      .filter(
        (id) => viewer.isOpen && newest.get(id) !== undefined && viewer.shown.get(id) !== newest.get(id),
      );
    return [
      ...viewer.faults.slice(0, 3),
      ...(stale.length > 0
        ? [
            `user ${viewer.userId} sees old positions: ${stale.map((id) => `device ${id} at ${viewer.shown.get(id)}, not ${newest.get(id)}`).join('; ')}`,
          ]
        : []),
    ];
  });
}

/** Nothing is shown that is not stored, and the state of each device stands on a stored position. */
function unstoredOf(server: SimServer, { viewers }: SimUsers, stored: ReadonlySet<number>): string[] {
  const isMissing = (id: number | undefined): boolean => id !== undefined && !stored.has(id);
  const states = [...server.ready.tracker.states()].filter(({ position }) => isMissing(position?.id));
  const shown = new Set(viewers.flatMap(({ seen }) => [...seen].filter(isMissing)));
  return [
    ...states.map(({ deviceId }) => `the newest position of device ${deviceId} is not stored`),
    ...(shown.size > 0 ? [`${shown.size} positions were shown that are not stored`] : []),
  ];
}

const timesText = (times: readonly number[]): string =>
  times
    .slice(0, 3)
    .map((time) => new Date(time).toISOString())
    .join();

async function historyOf(storage: Storage, deviceId: number): Promise<readonly StoredPosition[]> {
  const rows: StoredPosition[] = [];
  const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 5000 };
  for await (const page of storage.history(all)) rows.push(...page);
  return rows;
}
