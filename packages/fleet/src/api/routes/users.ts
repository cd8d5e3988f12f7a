import { z } from 'zod';
import { LINKED_KIND_NAMES, linkedKind, rightsOfLinks } from '../../links/linked-kinds.ts';
import { LINK_MEMBERS } from '../../schemas/answers/index.ts';
import { draftOf } from '../../schemas/draft.ts';
import { moveBody } from '../../schemas/move.ts';
import { newShareBody, shareEndBody } from '../../schemas/share.ts';
import { userBody } from '../../schemas/user.ts';
import { created, didInPath, edited, linked, moved, removed, shared, sharedSome } from '../audit-rules.ts';
import { userList } from '../lists.ts';
import { flag, integer, theId, theInstant } from '../query-fields.ts';
import { defineRoutes, file, listOf, one, type AccessRule } from '../route.ts';

const area = 'users';

/** @source docs/reference/tracking-api.md §3.4 */
export const USER_ROUTES = defineRoutes({
  'GET /users': {
    area,
    summary: 'Administrators: all users; others: those they manage',
    access: 'users.view',
    query: userList,
    answer: listOf('User'),
  },
  'GET /users/standing': {
    feature: 'customers',
    area,
    summary: 'Of the same users: how many devices each sees, and when he was last here',
    access: 'users.view',
    answer: listOf('UserStanding'),
  },
  'GET /users/:id': {
    area,
    summary: 'One user',
    access: [{ access: 'session', self: true }, { access: 'users.view' }],
    answer: one('User'),
  },
  'POST /users': {
    area,
    summary: 'Makes a user; public while registration is open',
    access: [{ access: 'users.create', signedIn: true }, { access: 'public' }],
    query: z.object({ invite: flag('Without a password: he is invited to choose one (own)') }),
    body: draftOf(userBody).meta({ title: 'NewUser' }),
    answer: one('User'),
    audit: created('user'),
  },
  'PUT /users/:id': {
    area,
    summary: 'Replaces a user; the body names it',
    access: [{ access: 'users.selfEdit', self: true }, { access: 'users.edit' }],
    body: userBody.meta({ title: 'UserUpdate' }),
    answer: one('User'),
    audit: edited('user'),
  },
  'DELETE /users/:id': { area, summary: 'Removes a user', access: 'users.delete', audit: removed('user') },
  'POST /users/:id/invitation': {
    feature: 'customers',
    area,
    summary: 'Invites a user without a password again: by mail, or by a link to bring him (own)',
    access: 'users.edit',
    answer: one('NewInvitation'),
    audit: didInPath('invite', 'user'),
  },
  'POST /users/:id/move': {
    feature: 'customers',
    area,
    summary:
      'Moves somebody with all below him, their vehicles and history to another customer, 0 = to none (own)',
    access: 'users.edit',
    body: moveBody,
    audit: moved('user'),
  },
  'POST /users/totp': {
    area,
    summary: 'A new one-time-code key; public',
    access: 'public',
    answer: file('text/plain'),
  },
});

/** A pair, its owner first: the handler reads it, because the order of the two members is part of it. */
const PERMISSION = { $ref: '#/components/schemas/Permission' };
const pair = z.unknown().meta(PERMISSION);
const pairs = z.unknown().meta({
  type: 'array',
  description: 'Pairs of the same two members',
  items: PERMISSION,
});

/** Editors of an object may link it to devices and groups; all other links give rights to users. */
const linking: readonly AccessRule[] = [
  ...rightsOfLinks().map(({ property, right }) => ({ access: right, links: property })),
  { access: 'users.edit' },
];
/**
 * Links of devices and groups are visible to everybody who sees the linked object; links of users, to their managers.
 */
const seeing: readonly AccessRule[] = [
  { access: 'users.view', query: 'userId' },
  ...LINKED_KIND_NAMES.flatMap((kind) => {
    const access = linkedKind(kind).links.view;
    return access === null ? [] : [{ access, query: `${kind}Id` }];
  }),
  { access: 'administrator' },
];

/** @source docs/reference/tracking-api.md §3.8 */
export const PERMISSION_ROUTES = defineRoutes({
  'POST /permissions': {
    area: 'permissions',
    summary: 'Links an owner and a property: the first member owns the second',
    access: [{ access: 'anchor.toggle', anchor: true }, ...linking],
    body: pair,
    audit: linked('link'),
  },
  'DELETE /permissions': {
    area: 'permissions',
    summary: 'Unlinks a pair, in the body',
    access: linking,
    body: pair,
    audit: linked('unlink'),
  },
  'POST /permissions/bulk': {
    area: 'permissions',
    summary: 'Links many pairs, all or none',
    access: linking,
    body: pairs,
    audit: linked('link'),
  },
  'DELETE /permissions/bulk': {
    area: 'permissions',
    summary: 'Unlinks many pairs',
    access: linking,
    body: pairs,
    audit: linked('unlink'),
  },
  'GET /permissions': {
    area: 'permissions',
    summary: 'Links by owner and property that the caller sees, 0 = any',
    access: seeing,
    query: z.record(z.string(), z.unknown()).meta({ parameters: LINK_MEMBERS }),
    answer: listOf('Permission'),
  },
});

const expiration = theInstant('Its end');

/**
 * Shares are also called below the extension, as docs/reference/requirements.md SPEC §7 has it: `/ext/shares`.
 * @source docs/reference/tracking-api.md §3.7; the list and what is done with it are our own.
 */
export const SHARE_ROUTES = defineRoutes({
  'GET /shares': {
    area: 'shares',
    tier: 'plus',
    errors: [501],
    summary:
      'What the caller shares, or somebody whom he manages (`userId`); administrators: all with `all=true`',
    access: 'share.view',
    query: z.object({
      all: flag('Of everybody; administrators only'),
      userId: integer('Of this account, which the caller manages'),
    }),
    answer: listOf('Share'),
  },
  'POST /shares': {
    area: 'shares',
    tier: 'plus',
    errors: [501],
    summary: 'Shares devices or a group until an end',
    access: 'share.create',
    body: newShareBody.meta({ title: 'NewShare' }),
    answer: one('NewShare'),
    audit: sharedSome,
  },
  'PUT /shares/:id': {
    area: 'shares',
    tier: 'plus',
    errors: [501],
    summary: 'Gives a share another end, label or destination',
    access: 'share.edit',
    body: shareEndBody.meta({ title: 'ShareUpdate' }),
    answer: one('Share'),
    audit: didInPath('edit', 'share'),
  },
  'DELETE /shares/:id': {
    area: 'shares',
    tier: 'plus',
    errors: [501],
    summary: 'Ends a share, its links and its open browsers at once',
    access: 'share.delete',
    audit: didInPath('remove', 'share'),
  },
  'POST /shares/:id/link': {
    area: 'shares',
    tier: 'plus',
    errors: [501],
    summary: 'Another token for a share; it ends with it',
    access: 'share.edit',
    answer: file('text/plain'),
    audit: didInPath('link', 'share'),
  },
  'POST /share/device': {
    area: 'shares',
    summary: 'A token for a guest who sees one device',
    access: 'share.create',
    form: z.object({ deviceId: theId('The device'), expiration }).meta({ title: 'NewDeviceShare' }),
    answer: file('text/plain'),
    audit: shared('device'),
  },
  'POST /share/group': {
    area: 'shares',
    summary: 'A token for a guest who sees one group',
    access: 'share.create',
    form: z.object({ groupId: theId('The group'), expiration }).meta({ title: 'NewGroupShare' }),
    answer: file('text/plain'),
    audit: shared('group'),
  },
});
