import { knots } from '@rastro/fleet';
import type { IngestBatch, StoredEvent, StoredPosition } from '../records.ts';
import { StorageError, type StorageErrorCode } from '../storage-error.ts';

export function position(values: Partial<StoredPosition> = {}): StoredPosition {
  return {
    id: 1,
    deviceId: 1,
    protocol: 'teltonika',
    serverTime: 2000,
    deviceTime: 1000,
    fixTime: 1000,
    valid: true,
    latitude: -23.5,
    longitude: -46.6,
    altitude: 760,
    speed: knots(12.5),
    course: 90,
    accuracy: 0,
    address: null,
    network: {
      cellTowers: [{ cellId: 1, locationAreaCode: 2, mobileCountryCode: 724, mobileNetworkCode: 5 }],
    },
    geofenceIds: null,
    attributes: { ignition: true, power: 12.7, note: 'çã' },
    contentKey: 42,
    ...values,
  };
}
export const event = (values: Partial<StoredEvent> = {}): StoredEvent => ({
  id: 1,
  deviceId: 1,
  type: 'ignitionOn',
  eventTime: 1000,
  positionId: 1,
  geofenceId: 0,
  maintenanceId: 0,
  attributes: {},
  ...values,
});
export const batch = (values: Partial<IngestBatch>): IngestBatch => ({
  positions: [],
  events: [],
  states: [],
  ...values,
});
export const isStorageError = (code: StorageErrorCode) => (error: unknown) =>
  error instanceof StorageError && error.code === code;

/** All rows of all pages. */
export async function allRows<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}
