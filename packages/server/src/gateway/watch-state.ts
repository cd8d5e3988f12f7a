import type { Device, User } from '@rastro/fleet';
import type { Call } from './call.ts';
import { jsonIn } from './audit-entries.ts';
import type { ForwardedReply } from './tracking-server.ts';

/**
 * Called for a vehicle that was written by its form. @throws when it cannot store what it must: then nothing is
 * confirmed.
 */
export type OnDeviceWritten = (
  change: { readonly before: Device; readonly after: Device },
  who: { readonly user: User; readonly address: string },
) => Promise<void>;

/** Reads a vehicle before it is written. @returns a function that handles the answer. */
export async function watchState(
  call: Call,
  onDeviceWritten: OnDeviceWritten,
): Promise<(answer: ForwardedReply) => Promise<void>> {
  const user = call.key === 'PUT /devices/:id' && call.written !== null ? await call.user() : null;
  if (user === null) return async () => {};
  const before = deviceIn(await call.read(`/api/devices/${call.written?.id ?? call.id}`));
  return async (answer) => {
    const after = answer.status < 400 ? deviceIn(jsonIn(answer)) : null;
    if (before && after?.id === before.id)
      await onDeviceWritten({ before, after }, { user, address: call.request.ip });
  };
}

export function isDevice(value: unknown): value is Device {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('attributes' in value))
    return false;
  return typeof value.id === 'number' && typeof value.attributes === 'object' && value.attributes !== null;
}
const deviceIn = (value: unknown): Device | null => (isDevice(value) ? value : null);
