import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knots } from '@rastro/fleet';
import type { DeviceRecord, Fix } from '@rastro/protocols';
import { openStorage } from '@rastro/storage';
import { Visibility } from '../src/access/visibility.ts';
import { Directory, type DeviceEntity } from '../src/directory/directory.ts';
import type { LinkedEntities, LinkedKind } from '../src/directory/linked-tables.ts';
import { DeviceOptions } from '../src/pipeline/device-options.ts';
import { IdSequence } from '../src/pipeline/ids.ts';
import { LiveDevices } from '../src/pipeline/live-device.ts';
import { DEFAULT_PIPELINE_OPTIONS, type PipelineOptions } from '../src/pipeline/options.ts';
import { Pipeline } from '../src/pipeline/pipeline.ts';
import { referenceDataOf } from '../src/pipeline/reference-data.ts';

export const NOW = Date.UTC(2026, 5, 1, 12);

/** Tests go from one place to another within seconds; what that means by itself is tested in `placing.test.ts`. */
export const ANY_SPEED = { ...DEFAULT_PIPELINE_OPTIONS.tripSettings, spikeKmh: Number.MAX_SAFE_INTEGER };

/** A pipeline on a real directory, without listeners and disk behind it. */
export async function openTestPipeline(options: Partial<PipelineOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-pipeline-'));
  const storage = await openStorage({ folder });
  const directory = await Directory.load(storage, 'rastro');
  const live = await LiveDevices.load(storage);
  const visibility = new Visibility(directory);
  const all = { ...DEFAULT_PIPELINE_OPTIONS, tripSettings: ANY_SPEED, ...options };
  const rejected: string[] = [];
  const around = referenceDataOf(directory, visibility, live, new DeviceOptions(all, directory, visibility));
  const ids = await IdSequence.open(storage, (error) => {
    throw error;
  });
  const onRejected = (_id: number, reason: string) => rejected.push(reason);
  const onFault = (_id: number, error: unknown): never => {
    throw error;
  };
  const implausible: string[] = [];
  const onImplausible = (_id: number, what: string) => implausible.push(what);
  const pipeline = new Pipeline({
    live,
    ids,
    around,
    onRejected,
    onImplausible,
    onForeign: () => {},
    onFault,
  });
  let serial = 0;

  const device = (fields: Partial<DeviceEntity> = {}): Promise<DeviceEntity> =>
    directory.devices.create({ ...PLAIN_DEVICE, uniqueId: `device-${serial++}`, ...fields });
  const van = await device();
  const linkTo = (kind: string, id: number, owner = van.id, ownerKind = 'device') =>
    directory.links.change([{ ownerKind, ownerId: owner, propertyKind: kind, propertyId: id }], []);
  return {
    directory,
    live,
    pipeline,
    around,
    rejected,
    implausible,
    /** The device that is fed when no other is named. */
    van,
    device,
    linkTo,
    /** Makes an entity and links it to the device. */
    add: async <K extends LinkedKind>(kind: K, fields: Omit<LinkedEntities[K], 'id'>) => {
      const made = await directory.linked[kind].create(fields);
      await linkTo(kind, made.id);
      return made as unknown as LinkedEntities[K];
    },
    unlink: (kind: string, id: number) =>
      directory.links.change(
        [],
        [{ ownerKind: 'device', ownerId: van.id, propertyKind: kind, propertyId: id }],
      ),
    /** Works records in as they would be a moment later, when everything is durable. */
    feed: (records: readonly DeviceRecord[], of = van.id, now = NOW) => {
      const entity = directory.devices.get(of);
      if (!entity) throw new Error(`no device ${of}`);
      const { positions, events, commands } = pipeline.process(entity, 'teltonika', records, now);
      live.of(of).committed = live.of(of).pending;
      return { positions, events, commands, types: events.map(({ type }) => type) };
    },
    close: async () => {
      await storage.close();
      rmSync(folder, { recursive: true });
    },
  };
}
export type TestPipeline = Awaited<ReturnType<typeof openTestPipeline>>;

/** A record some seconds after NOW. @param fix Null = without location. */
export const record = (
  seconds: number,
  fix: Partial<Fix> | null = {},
  attributes: DeviceRecord['attributes'] = {},
): DeviceRecord => ({
  deviceTime: NOW + seconds * 1000,
  fix: fix && { ...PLAIN_FIX, time: NOW + seconds * 1000, ...fix },
  network: null,
  attributes,
});

export const fence = (area: string, attributes = {}, calendarId = 0) => ({
  name: 'Fence',
  description: null,
  area,
  attributes,
  calendarId,
});

/** On for one stretch of time, whole minutes of June 1st 2026, UTC. */
export const calendarOf = (from: string, to: string) => ({
  name: 'Hours',
  attributes: {},
  data: Buffer.from(
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20260601T${from}00Z\nDTEND:20260601T${to}00Z\nEND:VEVENT\nEND:VCALENDAR`,
  ).toString('base64'),
});

const PLAIN_FIX: Omit<Fix, 'time'> = {
  valid: true,
  latitude: 52,
  longitude: 13,
  altitude: 0,
  speed: knots(0),
  course: 0,
  accuracy: 0,
};
export const PLAIN_DEVICE = {
  attributes: {},
  groupId: 0,
  calendarId: 0,
  name: 'Van',
  phone: null,
  model: null,
  contact: null,
  category: null,
  disabled: false,
  expirationTime: null,
};
