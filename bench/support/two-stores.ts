import { tmpdir } from 'node:os';
import { DAY_MS } from '@rastro/base';
import { DEFAULT_TRIP_SETTINGS } from '@rastro/fleet/trips';
import {
  openAddressReader,
  openHistoryReader,
  openStorage,
  openTripReader,
  type HistoryReader,
  type Storage,
  type StoredPosition,
  type TripReader,
} from '@rastro/storage';
import { packEverything } from '../../packages/storage/src/postgres/packing-round.ts';
import { PostgresDatabase } from '../../packages/storage/src/postgres/postgres-database.ts';
import { openSqliteStorage } from '../../packages/storage/src/sqlite/open-sqlite.ts';
import { asked } from '../../packages/storage/test/postgres-database.ts';
import { PlaceReader } from '../../packages/tracker/src/geocoding/place-reader.ts';
import { reduceDevice, type TripDevice } from '../../packages/tracker/src/trips/reduce-device.ts';
import { daysOfVan } from './made-month.ts';

/** The same history in files or in PostgreSQL, packed and derived, and the readers that a thread has. */
export interface Side {
  readonly name: 'sqlite' | 'postgres';
  readonly storage: Storage;
  readonly history: HistoryReader;
  readonly trips: TripReader;
  readonly places: PlaceReader;
  close(): Promise<void>;
}

export interface MadeHistory {
  readonly vehicles: number;
  /** Of all vehicles but the first, which has a month. */
  readonly days: number;
  /** Midnight of the first day. */
  readonly start: number;
}

export const MONTH_DAYS = 31;
/** One vehicle in so many positions has an event. */
const POSITIONS_AN_EVENT = 15;
const BATCH_ROWS = 2000;
const MAX_ROWS = 1_000_000;

export const deviceOf = (id: number): TripDevice => ({
  id,
  settings: DEFAULT_TRIP_SETTINGS,
  gauge: null,
  limits: { deviceKmh: 80, fencesKmh: {}, prefersLowest: false },
  dwellMs: {},
});

/** Makes the history in the files of a new folder. */
export async function makeFiles(folder: string, made: MadeHistory): Promise<void> {
  const storage = await openStorage({ folder });
  await write(storage, made);
  await storage.close();
  const packing = await openSqliteStorage(folder, { packsAtOnce: true });
  await packing.reserveIds('position', 1);
  await packing.close();
}

/** The same in a new database. */
export async function makeTables(url: string, made: MadeHistory): Promise<void> {
  const storage = await openStorage({ folder: tmpdir(), databaseUrl: url });
  await write(storage, made);
  await storage.close();
  const db = new PostgresDatabase({ url, schema: 'rastro' }, { connections: 1 });
  await packEverything(db);
  await db.close();
  await asked(url, 'VACUUM ANALYZE');
}

export async function openSide(
  name: Side['name'],
  options: Parameters<typeof openStorage>[0],
): Promise<Side> {
  const storage = await openStorage(options);
  const { location } = storage;
  const [history, trips] = [
    await openHistoryReader(location),
    await openTripReader(location, { onReplica: true }),
  ];
  const addresses = await openAddressReader(location);
  return {
    name,
    storage,
    history,
    trips,
    places: new PlaceReader(addresses, () => {}),
    async close() {
      await addresses.close();
      await history.close();
      await trips.close();
      await storage.close();
    },
  };
}

/** As they arrive, the vehicles of a day one after the other. */
async function write(storage: Storage, { vehicles, days, start }: MadeHistory): Promise<void> {
  let id = 0;
  for (let day = 0; day < MONTH_DAYS; day++)
    for (let deviceId = 1; deviceId <= vehicles; deviceId++) {
      if (deviceId > 1 && day < MONTH_DAYS - days) continue;
      const positions = dayOf(deviceId, id, start + day * DAY_MS);
      id += positions.length;
      for (let at = 0; at < positions.length; at += BATCH_ROWS) {
        const rows = positions.slice(at, at + BATCH_ROWS);
        await storage.commit({ positions: rows, events: eventsAt(rows), states: [] });
      }
    }
  const trips = await openTripReader(storage.location);
  for (let deviceId = 1; deviceId <= vehicles; deviceId++) {
    const { change } = await reduceDevice(trips, deviceOf(deviceId), MAX_ROWS);
    if (change) await storage.applyTrips([change]);
  }
  await trips.close();
}

/** Of a receiver that never says the same place twice. */
const dayOf = (deviceId: number, after: number, start: number): readonly StoredPosition[] =>
  daysOfVan(deviceId, after + 1, { start, days: 1 }).map((position) => {
    const noise = ((position.id * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
    return {
      ...position,
      contentKey: (position.id * 2_654_435_761) % Number.MAX_SAFE_INTEGER,
      serverTime: position.fixTime + 900 + Math.floor(noise * 700),
      latitude: Math.round((position.latitude + noise * 5e-5) * 1e7) / 1e7,
      longitude: Math.round((position.longitude - noise * 3e-5) * 1e7) / 1e7,
      altitude: position.altitude + Math.floor(noise * 5),
      course: Math.floor(position.course + noise * 9) % 360,
    };
  });

const eventsAt = (positions: readonly StoredPosition[]): Parameters<Storage['commit']>[0]['events'] =>
  positions
    .filter(({ id }) => id % POSITIONS_AN_EVENT === 0)
    .map(({ id, deviceId, fixTime }) => ({
      id,
      deviceId,
      type: 'deviceOverspeed',
      eventTime: fixTime,
      positionId: id,
      geofenceId: 0,
      maintenanceId: 0,
      attributes: { speed: 51.3, speedLimit: 43.2 },
    }));
