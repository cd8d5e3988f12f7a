import { LINKED_KINDS, LINKED_KIND_NAMES } from '@rastro/fleet';
import type { ForwardedRequest } from '../gateway/tracking-server.ts';

/** News after a write: users who may have to read something again. */
export interface WrittenNews {
  /** Everybody, the one who wrote, one user, or those who see one device. */
  readonly whom: 'everybody' | 'writer' | { readonly userId: number } | { readonly deviceId: number };
  /** Things to read again, as in the live messages of our own server. */
  readonly changed: readonly string[];
  /** Devices may have come or gone. */
  readonly isUnsure: boolean;
  /** Group that a device was written into. */
  readonly groupId?: number;
}

/** Lists by the beginning of their paths. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ...LINKED_KIND_NAMES.map((kind) => [LINKED_KINDS[kind].path, kind] as const),
  ['groups', 'group'],
  ['users', 'user'],
]);
const NAME_OF_LIST: Readonly<Record<string, string>> = { managedUser: 'user' };

/** News of a write that succeeded, by the same rules as our own server's live messages. */
export function newsOf({ method, url, body }: ForwardedRequest): readonly WrittenNews[] {
  const path = (url.split('?')[0] ?? '').replace(/^\/api\//, '');
  if (path === 'permissions' || path === 'permissions/bulk')
    return [jsonIn(body)].flat().flatMap((link) => newsOfLink({ ...Object(link) }));
  if (path === 'server') return [{ whom: 'everybody', changed: ['server'], isUnsure: false }];
  const [, list = '', id] = /^(.+?)(?:\/(\d+))?$/.exec(path) ?? [];
  const entityId = id === undefined ? null : Number(id);
  if (list === 'devices') return newsOfDevice(method, entityId, jsonIn(body));
  if (list === 'session' || list === 'users') return newsOfUser(method, list, entityId);
  const kind = LISTS.get(list);
  if (kind === undefined) return [];
  if (method === 'POST') return [{ whom: 'writer', changed: [kind], isUnsure: false }];
  // A tree of groups that somebody sees a part of may have changed anywhere.
  if (kind === 'group') return [{ whom: 'everybody', changed: [kind], isUnsure: true }];
  return method === 'DELETE' ? [{ whom: 'everybody', changed: [kind], isUnsure: false }] : [];
}

function newsOfDevice(method: string, id: number | null, body: unknown): readonly WrittenNews[] {
  if (method === 'POST') return [{ whom: 'writer', changed: [], isUnsure: true }];
  if (id === null) return [];
  const { groupId }: { readonly groupId?: unknown } = { ...Object(body) };
  const group = typeof groupId === 'number' ? { groupId } : {};
  return [{ whom: { deviceId: id }, changed: [], isUnsure: true, ...group }];
}

function newsOfUser(method: string, list: string, id: number | null): readonly WrittenNews[] {
  if (list === 'session') return [];
  if (id === null) return [{ whom: 'writer', changed: ['user'], isUnsure: false }];
  return method === 'DELETE'
    ? [{ whom: 'everybody', changed: ['user'], isUnsure: false }]
    : [{ whom: { userId: id }, changed: ['session'], isUnsure: false }];
}

function newsOfLink(link: Readonly<Record<string, unknown>>): readonly WrittenNews[] {
  const { userId } = link;
  if (typeof userId !== 'number') return [];
  return Object.keys(link).flatMap((name): WrittenNews | readonly [] => {
    if (name === 'userId') return [];
    const kind = name.replace(/Id$/, '');
    const changed = kind === 'device' ? [] : [NAME_OF_LIST[kind] ?? kind];
    return { whom: { userId }, changed, isUnsure: kind === 'device' || kind === 'group' };
  });
}

function jsonIn(body: Buffer | null): unknown {
  try {
    return body === null ? null : JSON.parse(body.toString('utf8'));
  } catch {
    return null; // A form: it is about no entity.
  }
}
