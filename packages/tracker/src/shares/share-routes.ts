import type { FastifyReply } from 'fastify';
import type { Clock } from '@rastro/base';
import { isSet } from '@rastro/fleet';
import type { Caller } from '../access/caller.ts';
import type { Credentials } from '../access/credentials.ts';
import { guestOf, type Shared } from '../access/guests.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import type { Directory } from '../directory/directory.ts';
import { refuse } from '../refusals/refusal.ts';
import { handlers } from '../http/bind.ts';
import { Turns } from '../http/turns.ts';

interface Needs {
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
  readonly credentials: Credentials;
  readonly clock: Clock;
}

/** Links that show one device or group to a guest, for a while. @source reference/tracking-api.md §3.7 */
export function shareRoutes({ directory, restrictions, visibility, credentials, clock }: Needs) {
  const turns = new Turns();

  const share = async (caller: Caller, shared: Shared, asked: number, reply: FastifyReply) => {
    const end = endOf(clock.now(), caller, asked);
    const guest = await turns.take(`${caller.user.id} ${shared.key}`, () =>
      guestOf(directory, caller.user, shared, end),
    );
    const { secret } = await credentials.issue({
      purpose: 'share',
      userId: guest.id,
      lifeMs: end - clock.now(),
    });
    return reply.type('text/plain').send(secret);
  };

  return handlers({
    'POST /share/device': async ({ caller, body }, reply) => {
      requireSharing(directory, caller);
      const device = restrictions.device(caller, body.deviceId);
      // What is shared is one's own, for administrators too.
      if (!visibility.seesDevice(caller.user.id, device)) throw refuse.noAccess('Device');
      const { id, name, uniqueId } = device;
      return share(caller, { kind: 'device', id, name, key: uniqueId }, body.expiration, reply);
    },

    'POST /share/group': async ({ caller, body }, reply) => {
      requireSharing(directory, caller);
      const { id, name } = restrictions.group(caller, body.groupId);
      if (!visibility.seesGroup(caller.user.id, id)) throw refuse.noAccess('Group');
      return share(caller, { kind: 'group', id, name, key: `group:${id}` }, body.expiration, reply);
    },
  });
}

function requireSharing(directory: Directory, { user }: Caller): void {
  if (user.temporary) throw refuse.temporaryUser();
  if (isSet(directory.server.attributes, 'disableShare')) throw refuse.sharingOff();
}

/** The end asked for, but not after that of the caller's account or token. */
function endOf(now: number, { user, credential }: Caller, asked: number): number {
  if (asked <= now) throw refuse.badInput('expiration: is in the past');
  const ofAccount = user.expirationTime === null ? Infinity : Date.parse(user.expirationTime);
  const byToken = credential?.parentHash || credential?.purpose === 'login' ? credential.expiresAt : null;
  return Math.min(asked, ofAccount, byToken ?? Infinity);
}
