import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knots, PLAIN_USER } from '@rastro/fleet';
import { madeUpImei } from '@rastro/simulator';
import { openStorage, type Storage, type StoredPosition } from '@rastro/storage';
import { hashPassword } from '@rastro/tracker';

export const OWNER = { email: 'bench@example.com', password: 'bench-password' } as const;
export const FIRST_TIME = Date.UTC(2026, 10, 1);
/** Between two positions of a device. */
const STEP_MS = 10_000;

export interface MadeData {
  readonly folder: string;
  /** In the order of their serial numbers, from 0. */
  readonly deviceIds: readonly number[];
  /** The administrator who sees the whole fleet. */
  readonly ownerId: number;
  /** The group that all of them are in. */
  readonly groupId: number;
  /** Adds rows before the server starts. */
  write(work: (storage: Storage) => Promise<void>): Promise<void>;
  remove(): void;
}

/** A data folder with a fleet in one group that its owner, an administrator, sees. */
export async function makeData(devices: number): Promise<MadeData> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-bench-'));
  const made = await makeDataIn(folder, devices);
  return { ...made, folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** The same in a folder that exists, or in a database. */
export async function makeDataIn(
  folder: string,
  devices: number,
  databaseUrl: string | null = null,
): Promise<Pick<MadeData, 'deviceIds' | 'ownerId' | 'groupId' | 'write'>> {
  const write: MadeData['write'] = async (work) => {
    const storage = await openStorage({ folder, databaseUrl });
    await work(storage);
    await storage.close();
  };
  let deviceIds: readonly number[] = [];
  let ownerId = 0;
  let groupId = 0;
  await write(async (storage) => {
    const password = await hashPassword(OWNER.password);
    ownerId = await storage.insertDocument('user', OWNER.email, userBody(password));
    groupId = await storage.insertDocument('group', null, { attributes: {}, name: 'All', groupId: 0 });
    const link = { ownerKind: 'user', ownerId, propertyKind: 'group', propertyId: groupId };
    await storage.changeLinks([link], []);
    deviceIds = await Promise.all(
      Array.from({ length: devices }, (_, serial) => {
        const body = deviceBody(madeUpImei(serial), groupId);
        return storage.insertDocument('device', body.uniqueId, body);
      }),
    );
  });
  return { deviceIds, ownerId, groupId, write };
}

/** Writes work for every position of a group: geofences of the city, an expression, maintenance, a driver. */
export async function writeDuties(storage: Storage, groupId: number, geofences: number): Promise<void> {
  const area = (i: number): string =>
    `CIRCLE (${(-23.55 + (i % 40) * 0.01).toFixed(4)} ${(-46.63 + Math.floor(i / 40) * 0.01).toFixed(4)}, 900)`;
  const bodies = [
    ...Array.from({ length: geofences }, (_, i) => ({
      kind: 'geofence' as const,
      body: { name: `Place ${i}`, description: null, area: area(i), attributes: {}, calendarId: 0 },
    })),
    {
      kind: 'attribute' as const,
      body: {
        description: 'Volts',
        attribute: 'volts',
        expression: 'math:round(power * 10) / 10.0',
        type: 'number',
        priority: 0,
      },
    },
    {
      kind: 'maintenance' as const,
      body: { name: 'Oil', type: 'totalDistance', start: 1e7, period: 1e7, attributes: {} },
    },
    { kind: 'driver' as const, body: { name: 'Ana', uniqueId: 'ana', attributes: {} } },
  ];
  const links = await Promise.all(
    bodies.map(async ({ kind, body }) => ({
      ownerKind: 'group',
      ownerId: groupId,
      propertyKind: kind,
      propertyId: await storage.insertDocument(kind, null, body),
    })),
  );
  await storage.changeLinks(links, []);
}

/** A track of one device, a point every 10 s, in batches. The last point becomes the latest. */
export async function writeTrack(
  storage: Storage,
  deviceId: number,
  points: number,
  firstId: number,
): Promise<void> {
  const BATCH = 5000;
  for (let at = 0; at < points; at += BATCH) {
    const count = Math.min(BATCH, points - at);
    const positions = Array.from({ length: count }, (_, i) => positionOf(deviceId, firstId + at + i, at + i));
    await storage.commit({ positions, events: [], states: [stateOf(deviceId, firstId + at + count - 1)] });
  }
}

/** The same number of rows for each of many devices, as of the minutes before `FIRST_TIME`; ids begin at 1. */
export async function writePasts(
  storage: Storage,
  deviceIds: readonly number[],
  rows: number,
): Promise<void> {
  const DEVICES = Math.max(1, Math.floor(5000 / rows));
  const start = FIRST_TIME - rows * STEP_MS;
  for (let at = 0; at < deviceIds.length; at += DEVICES) {
    const ids = deviceIds.slice(at, at + DEVICES);
    const positions = ids.flatMap((deviceId, i) =>
      Array.from({ length: rows }, (_, row) => positionOf(deviceId, (at + i) * rows + row + 1, row, start)),
    );
    const states = ids.map((deviceId, i) => stateOf(deviceId, (at + i + 1) * rows));
    await storage.commit({ positions, events: [], states });
  }
}

/** One position for each device, in one batch. */
export async function writeLatest(
  storage: Storage,
  deviceIds: readonly number[],
  firstId: number,
): Promise<void> {
  const positions = deviceIds.map((deviceId, i) => positionOf(deviceId, firstId + i, i % 100));
  const states = positions.map(({ deviceId, id }) => stateOf(deviceId, id));
  await storage.commit({ positions, events: [], states });
}

export const stateOf = (deviceId: number, positionId: number) =>
  ({ deviceId, positionId, lastUpdate: FIRST_TIME, status: 'offline', memory: '{}' }) as const;

function positionOf(deviceId: number, id: number, step: number, start = FIRST_TIME): StoredPosition {
  const time = start + step * STEP_MS;
  return {
    id,
    deviceId,
    protocol: 'teltonika',
    serverTime: time + 400,
    deviceTime: time,
    fixTime: time,
    valid: true,
    latitude: -23.55 + (step % 1000) * 0.0004,
    longitude: -46.63 + (deviceId % 1000) * 0.0009,
    altitude: 760,
    speed: knots(34.5),
    course: 125,
    accuracy: 0,
    address: null,
    network: null,
    geofenceIds: null,
    attributes: {
      sat: 11,
      ignition: true,
      motion: true,
      rssi: 4,
      power: 13.9,
      battery: 4.05,
      odometer: 123_456 + step,
      distance: 44.5,
      totalDistance: 44.5 * step,
      hours: 3_600_000 + step * STEP_MS,
    },
    contentKey: id,
  };
}

function deviceBody(uniqueId: string, groupId: number) {
  return {
    attributes: {},
    groupId,
    calendarId: 0,
    name: `Vehicle ${uniqueId}`,
    uniqueId,
    phone: null,
    model: 'FMB920',
    contact: null,
    category: 'car',
    disabled: false,
    expirationTime: null,
  };
}

/** An administrator as stored. */
export function userBody(passwordHash: string) {
  return {
    ...PLAIN_USER,
    name: 'Benchmark',
    email: OWNER.email,
    administrator: true,
    deviceLimit: -1,
    userLimit: -1,
    passwordHash,
  };
}

/** A data folder with one device and its track, and the call that reads it. */
export async function writeTrackFile(points: number): Promise<{ folder: string; path: string }> {
  const data = await makeData(1);
  const [deviceId = 0] = data.deviceIds;
  await data.write((storage) => writeTrack(storage, deviceId, points, 1));
  const [from, to] = [FIRST_TIME, FIRST_TIME + points * 10_000].map((at) => new Date(at).toISOString());
  return { folder: data.folder, path: `/api/reports/route?deviceId=${deviceId}&from=${from}&to=${to}` };
}
