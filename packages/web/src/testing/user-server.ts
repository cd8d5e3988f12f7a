import { encodeRights, type User } from '@rastro/fleet';
import { aServer, aUser, MemoryServer } from './memory-server.ts';

/** Attribute of advanced permissions. */
export const RIGHTS = 'rastro.advancedPerms';
export const BEN = aUser({
  id: 9,
  name: 'Ben Costa',
  email: 'ben@example.com',
  deviceLimit: 5,
  attributes: { note: 'kept', 'rastro.addressCity': 'Recife', 'rastro.billingPrice': 1250 },
});
/** A server with one user to edit, and another whose permissions can be taken over. */
export function aUserServer(me: Partial<User> = { administrator: true }, of: User = BEN): MemoryServer {
  return new MemoryServer()
    .on('GET /api/server', {
      body: aServer({ attributes: { 'rastro.enableAdvancedPerms': true, 'rastro.enableBilling': true } }),
      headers: { licensemode: 'plus' },
    })
    .on('GET /api/session', { body: aUser(me) })
    .on('GET /api/users', { body: [of, aUser({ id: 10, name: 'Eva', attributes: { [RIGHTS]: LOCKS } })] })
    .on(`GET /api/users/${of.id}`, { body: of })
    .on('POST /api/users', ({ body }) => ({ body: { ...(JSON.parse(body) as User), id: 11 } }))
    .on('PUT /api/users/9', ({ body }) => ({ body: JSON.parse(body) as User }))
    .on('DELETE /api/users/9', { status: 204 });
}
export const LOCKS = encodeRights(['devices.view', 'devices.lock', 'users.view', 'users.edit']);
export const MANAGER: Partial<User> = {
  userLimit: 4,
  deviceLimit: 20,
  attributes: { [RIGHTS]: encodeRights(['devices.view', 'users.view', 'users.edit', 'users.delete']) },
};

/** The user that a call wrote. */
export const sent = (server: MemoryServer, call: string): User & { readonly password: string | null } =>
  JSON.parse(server.requests(call)[0]?.body ?? 'null');
