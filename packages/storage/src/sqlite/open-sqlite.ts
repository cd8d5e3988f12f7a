import { join } from 'node:path';
import { makeFolder } from '../data-folder.ts';
import type { AddressStorage } from '../address-port.ts';
import type { HistoryQuery, HistoryStorage } from '../history-port.ts';
import type { AlarmStorage } from '../alarm-port.ts';
import type { AuditStorage } from '../audit-port.ts';
import type { TripStorage } from '../trip-port.ts';
import type { CommandStorage } from '../command-port.ts';
import type { CredentialStorage } from '../credential-port.ts';
import type { DeliveryStorage, PrivateStorage } from '../delivery-port.ts';
import type { DirectoryStorage } from '../directory-port.ts';
import type { IngestStorage } from '../ingest-port.ts';
import type { CursorListStorage, CursorStorage } from '../cursor-port.ts';
import type { LeaseStorage } from '../lease-port.ts';
import type { ServiceStorage } from '../service-port.ts';
import type { StatisticsStorage } from '../statistics-port.ts';
import type { TrackStorage } from '../track-port.ts';
import { embeddedAt } from '../location.ts';
import { partitionOf } from '../partition.ts';
import type { Storage } from '../port.ts';
import type { StoredDeviceState, StoredEvent, StoredPosition, StoredTrackPoint } from '../records.ts';
import { DatabaseThread, type ThreadOptions } from './database-thread.ts';
import type { HistoryCursor, JsonPage } from './history-methods.ts';
import { packed } from './packed-batch.ts';
import { actionPages, pages } from '../pages.ts';

/**
 * Opens (and creates or migrates) the SQLite store in a folder.
 * @param options `maxPages`: pages of 8 KiB beyond which it does not grow, as if the disk were full; null = none. `isCache`: a commit
 * does not wait for the disk. `acceptsLoss`: opens what is there, also when something was lost.
 * @throws StorageError UNAVAILABLE when the folder cannot be written, TOO_NEW for a newer database, LOST when it is missing
 * or older than it was.
 */
export async function openSqliteStorage(
  folder: string,
  options: Partial<ThreadOptions> = {},
): Promise<Storage> {
  makeFolder(folder);
  const path = join(folder, 'rastro.sqlite');
  const writer = await DatabaseThread.open(path, 'writer', options);
  const reader = await DatabaseThread.open(path, 'reader');
  return {
    location: embeddedAt(path),
    partitions: null,
    ...ingestAndHistory(writer, reader),
    ...directoryAndCredentials(writer, reader),
    ...logsAndCursors(writer, reader),
    ...serviceLog(writer, reader),
    ...derivedHistory(writer, reader),
    healthy: () => reader.call('healthy').catch(() => false),
    close: async () => {
      await reader.close();
      await writer.close();
    },
  };
}

/** One database for all partitions: the cursors are separated here. */
function ofPartitions<T extends Pick<StoredDeviceState, 'deviceId'>>(
  rows: readonly T[],
  partitions: readonly number[] | undefined,
): readonly T[] {
  if (!partitions) return rows;
  const wanted = new Set(partitions);
  return rows.filter(({ deviceId }) => wanted.has(partitionOf(deviceId)));
}

type Writer = DatabaseThread<'writer'>;
type Reader = DatabaseThread<'reader'>;

const ingestAndHistory = (writer: Writer, reader: Reader): IngestStorage & HistoryStorage => ({
  commit: (batch) => writer.call('commit', packed(batch)),
  outcomeOf: (sequence) => writer.call('outcomeOf', sequence),
  removePositions: (range, limit) => writer.call('removePositions', range, limit),
  cursor: (partition) => reader.call('cursor', partition),
  reserveIds: (kind, count) => writer.call('reserveIds', kind, count),
  deviceStates: async (partitions) => ofPartitions(await reader.call('deviceStates'), partitions),
  recentTracks: (windowMs, partitions) => recentTracks(reader, windowMs, partitions),
  positionsById: (ids) => reader.call('positionsById', ids),
  history: (query) => history(reader, query),
  historyJson: (query) => historyJson(reader, query),
  events: (query) => events(reader, query),
  eventById: (id) => reader.call('eventById', id),
});

const directoryAndCredentials = (
  writer: Writer,
  reader: Reader,
): DirectoryStorage & CredentialStorage & PrivateStorage => ({
  documents: (kind) => reader.call('documents', kind),
  insertDocument: (kind, key, body) => writer.call('insertDocument', kind, key, body),
  document: (kind, id) => reader.call('document', kind, id),
  updateDocument: (kind, document, replaces) => writer.call('updateDocument', kind, document, replaces),
  removeDocument: (kind, id) => writer.call('removeDocument', kind, id),
  insertFirstDocument: (kind, key, body) => writer.call('insertFirstDocument', kind, key, body),
  copyDirectory: (copied) => writer.call('copyDirectory', copied),
  links: () => reader.call('links'),
  changeLinks: (add, remove) => writer.call('changeLinks', add, remove),
  credentials: () => reader.call('credentials'),
  putCredential: (credential) => writer.call('putCredential', credential),
  useCredentials: (uses) => writer.call('useCredentials', uses),
  removeCredentials: (hashes) => writer.call('removeCredentials', hashes),
  privateValues: () => reader.call('privateValues'),
  privateValue: (ownerId, name) => reader.call('privateValue', ownerId, name),
  swapPrivateValue: (value, was) => writer.call('swapPrivateValue', value, was),
  putPrivateValue: (value) => writer.call('putPrivateValue', value),
  removePrivateValue: (ownerId, name) => writer.call('removePrivateValue', ownerId, name),
});

const logsAndCursors = (
  writer: Writer,
  reader: Reader,
): CommandStorage &
  DeliveryStorage &
  AlarmStorage &
  AuditStorage &
  StatisticsStorage &
  CursorStorage &
  CursorListStorage &
  LeaseStorage => ({
  appendActions: (actions) => writer.call('appendActions', actions),
  actions: (query) => actionPages(query, (...args) => reader.call('actionPage', ...args)),
  searchActions: (search) => reader.call('searchActions', search),
  forgetSubject: (types, id) => writer.call('forgetSubject', types, id),
  removeActionsBefore: (instant) => writer.call('removeActionsBefore', instant),
  readCursor: (name) => reader.call('readCursor', name),
  setCursor: (name, instant, under) => writer.call('setCursor', name, instant, under),
  cursorsByPrefix: (prefix) => reader.call('cursorsByPrefix', prefix),
  advanceCursors: (cursors) => writer.call('advanceCursors', cursors),
  takeLease: (hold) => writer.call('takeLease', hold),
  releaseLease: (lease) => writer.call('releaseLease', lease),
  addStatistics: (part) => writer.call('addStatistics', part),
  statistics: (from, to) => reader.call('statistics', from, to),
  insertCommands: (commands) => writer.call('insertCommands', commands),
  updateCommand: (command) => writer.call('updateCommand', command),
  claimCommand: (command, replaces) => writer.call('claimCommand', command, replaces),
  commandById: (id) => reader.call('commandById', id),
  commands: (query) => reader.call('commands', query),
  openCommands: (sentSince) => reader.call('openCommands', sentSince),
  removeCommandsBefore: (instant) => writer.call('removeCommandsBefore', instant),
  insertDeliveries: (deliveries, under) => writer.call('insertDeliveries', deliveries, under),
  updateDeliveries: (deliveries, under) => writer.call('updateDeliveries', deliveries, under),
  outbox: (limit) => reader.call('outbox', limit),
  settleOutbox: (settled, under) => writer.call('settleOutbox', settled, under),
  deliveries: (query) => reader.call('deliveries', query),
  openDeliveries: () => reader.call('openDeliveries'),
  removeDeliveriesBefore: (instant) => writer.call('removeDeliveriesBefore', instant),
  alarms: (query) => reader.call('alarms', query),
  openAlarms: (from) => reader.call('openAlarms', from),
  alarmsById: (eventIds) => reader.call('alarmsById', eventIds),
  acknowledgeAlarms: (eventIds, acknowledgement) =>
    writer.call('acknowledgeAlarms', eventIds, acknowledgement),
});

const serviceLog = (writer: Writer, reader: Reader): ServiceStorage => ({
  addService: (service) => writer.call('addService', service),
  removeService: (id) => writer.call('removeService', id),
  serviceById: (id) => reader.call('serviceById', id),
  services: (query) => reader.call('services', query),
  lastServices: (deviceIds) => reader.call('lastServices', deviceIds),
  useOfDevices: (deviceIds, from, to) => reader.call('useOfDevices', deviceIds, from, to),
});

const derivedHistory = (writer: Writer, reader: Reader): TripStorage & TrackStorage & AddressStorage => ({
  tripCursors: (deviceIds) => reader.call('tripCursors', deviceIds),
  applyTrips: (changes) => writer.call('applyTrips', changes),
  dropTraces: (deviceId, olderThan, limit) => writer.call('dropTraces', deviceId, olderThan, limit),
  dropPositions: (deviceId, olderThan, limit) => writer.call('dropPositions', deviceId, olderThan, limit),
  settleLate: (findings) => writer.call('settleLate', findings),
  saveTrackDays: (deviceId, revision, days) => writer.call('saveTrackDays', deviceId, revision, days),
  saveAddresses: (addresses) => writer.call('saveAddresses', addresses),
  addressesOf: (cells) => reader.call('addressesOf', cells),
  removeAddresses: (than) => writer.call('removeAddresses', than),
});

/** Devices per page: a page is a few thousand points. */
const TRACKS_PAGE = 1000;

async function* recentTracks(
  reader: DatabaseThread<'reader'>,
  windowMs: number,
  partitions: readonly number[] | undefined,
): AsyncGenerator<readonly StoredTrackPoint[]> {
  const states = await reader.call('deviceStates');
  const devices = ofPartitions(states, partitions)
    .toSorted((a, b) => a.deviceId - b.deviceId)
    .map(({ deviceId, positionId }) => [deviceId, positionId] as const);
  for (let i = 0; i < devices.length; i += TRACKS_PAGE)
    yield await reader.call('recentTracks', windowMs, devices.slice(i, i + TRACKS_PAGE));
}

function events(
  reader: DatabaseThread<'reader'>,
  query: HistoryQuery,
): AsyncIterable<readonly StoredEvent[]> {
  const { deviceId, to, pageSize } = query;
  const first = { eventTime: query.from - 1, id: Number.MAX_SAFE_INTEGER };
  return pages(first, pageSize, (after) => reader.call('eventPage', deviceId, to, after, pageSize));
}

function history(
  reader: DatabaseThread<'reader'>,
  query: HistoryQuery,
): AsyncIterable<readonly StoredPosition[]> {
  const { deviceId, to, pageSize } = query;
  const first = { fixTime: query.from - 1, deviceTime: Number.MAX_SAFE_INTEGER, contentKey: 0 };
  return pages<HistoryCursor, StoredPosition>(first, pageSize, (after) =>
    reader.call('historyPage', deviceId, to, after, pageSize),
  );
}

/** The next page is on its way while the consumer works on this one. */
async function* historyJson(
  reader: DatabaseThread<'reader'>,
  { deviceId, from, to, pageSize }: HistoryQuery,
): AsyncGenerator<Uint8Array> {
  const read = (after: HistoryCursor): Promise<JsonPage> => {
    const page = reader.call('historyJsonPage', deviceId, to, after, pageSize);
    // A consumer that stops leaves it unused; its failure then has no effect.
    page.catch(() => {});
    return page;
  };
  let coming = read({ fixTime: from - 1, deviceTime: Number.MAX_SAFE_INTEGER, contentKey: 0 });
  for (;;) {
    const { bytes, next } = await coming;
    if (next) coming = read(next);
    if (bytes.length > 0) yield bytes;
    if (!next) return;
  }
}
