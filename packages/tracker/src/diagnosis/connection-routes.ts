import { apiDate, isAlikeIdentifier, type DeviceConnection, type UnknownCaller } from '@rastro/fleet';
import type { Caller } from '../access/caller.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import { noteArrivals, noteLinks } from '../messages/ask-ingest.ts';
import type { ArrivalStatus, LinkNotes, TrackerBus } from '../messages/topics.ts';

interface ConnectionDeps {
  readonly restrictions: Restrictions;
  readonly bus: TrackerBus;
  /** Public address; null = not set. */
  readonly publicUrl: string | null;
}

/** For users who connect a tracker: where it has to send, and what came there instead (own). */
export const connectionRoutes = ({ restrictions, bus, publicUrl }: ConnectionDeps) =>
  handlers({
    'GET /devices/:id/connection': async ({ caller, params }): Promise<DeviceConnection> => {
      const device = restrictions.device(caller, params.id);
      const [{ listeners, unknown }, notes] = await Promise.all([
        noteArrivals(bus),
        noteLinks(bus, device.id),
      ]);
      return {
        deviceId: device.id,
        host: publicUrl === null ? null : new URL(publicUrl).hostname,
        listeners: listeners.map(({ protocol, port, lastMessage, lastFailure }) => ({
          protocol,
          port,
          lastMessage: maybeDate(lastMessage),
          lastFailure: maybeDate(lastFailure),
        })),
        refused: repeated(notes.rejected),
        undecoded: repeated(notes.undecoded),
        unknown: unknownFor(caller, device, unknown),
      };
    },
  });

/** Administrators of the server see an unknown identifier; others only one that may be their own, mistyped. */
function unknownFor(
  { user }: Caller,
  { uniqueId }: DeviceEntity,
  unknown: ArrivalStatus['unknown'],
): readonly UnknownCaller[] {
  return unknown
    .filter((each) => user.administrator || isAlikeIdentifier(each.uniqueId, uniqueId))
    .map(({ at, ...each }) => ({ ...each, at: apiDate(at) }));
}

const maybeDate = (at: number | null): string | null => (at === null ? null : apiDate(at));

const repeated = <Note extends NonNullable<LinkNotes['rejected'] | LinkNotes['undecoded']>>(
  note: Note | null,
): { readonly reason: Note['reason']; readonly at: string } | null =>
  note && { reason: note.reason, at: apiDate(note.at) };
