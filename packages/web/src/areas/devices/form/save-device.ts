import { DEVICE_ATTRIBUTES, type Device } from '@rastro/fleet';
import type { Answer, ApiFailure, TrackingClient } from '@rastro/tracking-client';
import { overTheirs } from '../../../kernel/queries/over-theirs.ts';

export type PictureChange = { readonly kind: 'keep' } | { readonly kind: 'remove' } | NewPicture;
export interface NewPicture {
  readonly kind: 'new';
  readonly bytes: Blob;
  /** For the screen, until it is saved. */
  readonly url: string;
}
export interface DeviceChange {
  /** The device to save; id 0 = create. */
  readonly device: Device;
  /** The device that the form got: changes by others since then stay. */
  readonly base: Device;
  /** Meters; null = as it is. */
  readonly odometerM: number | null;
  /** Ids, 0 = no driver; null = unchanged. */
  readonly driver: { readonly from: number; readonly to: number } | null;
  readonly picture: PictureChange;
}
/** Parts that are saved apart from the device itself. */
export type Part = 'odometer' | 'driver' | 'picture';
export interface Saved {
  readonly device: Device;
  readonly failures: readonly { readonly part: Part; readonly failure: ApiFailure }[];
}

/**
 * Writes the device first, then its parts. A part that fails does not undo the rest.
 * @returns a failure when the device itself was rejected.
 */
export async function saveDevice(
  client: TrackingClient,
  change: DeviceChange,
  reported: { current: Device | null },
  signal: AbortSignal,
): Promise<Answer<Saved>> {
  const written = await writeDevice(client, change, reported, signal);
  if (!written.ok) return written;
  let device = written.value;
  const failures: { part: Part; failure: ApiFailure }[] = [];
  const note = (part: Part, answer: Answer<unknown>): boolean => {
    if (!answer.ok) failures.push({ part, failure: answer.error });
    return answer.ok;
  };

  if (change.odometerM !== null) {
    const totals = { deviceId: device.id, totalDistance: change.odometerM };
    note('odometer', await client.devices.setAccumulators(totals, signal));
  }
  if (change.driver !== null) {
    const owner = ['deviceId', device.id] as const;
    const { from, to } = change.driver;
    // First the new one: a failure in between leaves the vehicle with two drivers, not with none.
    const isLinked =
      to === 0 ||
      note('driver', await client.permissions.link({ owner, property: ['driverId', to] }, signal));
    if (isLinked && from !== 0)
      note('driver', await client.permissions.unlink({ owner, property: ['driverId', from] }, signal));
  }
  if (change.picture.kind === 'new') {
    const sent = await client.devices.sendImage(device.id, change.picture.bytes, signal);
    if (note('picture', sent) && sent.ok && device.attributes[DEVICE_ATTRIBUTES.image] !== sent.value) {
      const attributes = { ...device.attributes, [DEVICE_ATTRIBUTES.image]: sent.value };
      const named = await client.devices.update({ ...device, attributes }, signal);
      if (note('picture', named) && named.ok) device = named.value;
    }
  }
  if (change.picture.kind === 'remove') {
    const removed = await client.devices.removeImage(device.id, signal);
    // A stock tracking server keeps the file; nothing names it any more.
    if (!removed.ok && ![404, 405].includes(removed.error.status)) note('picture', removed);
  }
  return { ok: true, value: { device, failures } };
}

async function writeDevice(
  { devices }: TrackingClient,
  change: DeviceChange,
  reported: { current: Device | null },
  signal: AbortSignal,
): Promise<Answer<Device>> {
  const { id, ...draft } = change.device;
  if (id <= 0) return devices.create(draft, signal);
  const edits = { opened: change.base, before: change.base, mine: withoutPicture(change), reported };
  const merged = await overTheirs(devices, edits, signal);
  return merged.ok ? devices.update(merged.value, signal) : merged;
}

function withoutPicture({ device, picture }: DeviceChange): Device {
  if (picture.kind !== 'remove') return device;
  const { [DEVICE_ATTRIBUTES.image]: _image, ...attributes } = device.attributes;
  return { ...device, attributes };
}
