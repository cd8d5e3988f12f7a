import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { guestOf, type Shared } from '../access/guests.ts';
import type { Caller } from '../access/caller.ts';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { instant, integer } from '../http/input.ts';
import { Turns } from '../http/turns.ts';

type Form = Readonly<Record<string, unknown>>;

/** Links that show one device or group to a guest, for a while. @source reference/tracking-api.md §3.7 */
export function shareRoutes(app: FastifyInstance, context: ApiContext): void {
  const { directory, restrictions, visibility, credentials, clock } = context;
  const turns = new Turns();

  const share = async (request: FastifyRequest, reply: FastifyReply, shared: Shared) => {
    const caller = callerOf(request);
    const end = endOf(context, caller, request.body as Form);
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

  app.post('/share/device', async (request, reply) => {
    const caller = requireSharing(context, callerOf(request));
    const device = restrictions.device(caller, integer((request.body ?? {}) as Form, 'deviceId') ?? 0);
    // What is shared is one's own, for administrators too.
    if (!visibility.seesDevice(caller.user.id, device)) throw refuse.noAccess('Device');
    const { id, name, uniqueId } = device;
    return share(request, reply, { kind: 'device', id, name, key: uniqueId });
  });

  app.post('/share/group', async (request, reply) => {
    const caller = requireSharing(context, callerOf(request));
    const group = restrictions.group(caller, integer((request.body ?? {}) as Form, 'groupId') ?? 0);
    if (!visibility.seesGroup(caller.user.id, group.id)) throw refuse.noAccess('Group');
    return share(request, reply, { kind: 'group', id: group.id, name: group.name, key: `group:${group.id}` });
  });
}

function requireSharing({ directory }: ApiContext, caller: Caller): Caller {
  if (caller.user.temporary) throw refuse.temporaryUser();
  if ([true, 'true'].includes(directory.server.attributes['disableShare'] as boolean))
    throw refuse.sharingOff();
  return caller;
}

/** The end asked for, but not after that of the caller's account or token. */
function endOf({ clock }: ApiContext, { user, credential }: Caller, form: Form): number {
  const asked = instant(form, 'expiration');
  if (asked === null) throw refuse.badInput('expiration: is missing');
  if (asked <= clock.now()) throw refuse.badInput('expiration: is in the past');
  const ofAccount = user.expirationTime === null ? Infinity : Date.parse(user.expirationTime);
  const byToken = credential?.parentHash || credential?.purpose === 'login' ? credential.expiresAt : null;
  return Math.min(asked, ofAccount, byToken ?? Infinity);
}
