import { isShared, SHARE_ATTRIBUTES } from '@rastro/fleet';
import type { AccessRule } from '@rastro/fleet/api';
import type { Call } from './call.ts';

/** Is a rule of a route about this call? */
export async function applies(rule: AccessRule, call: Call): Promise<boolean> {
  const { request } = call;
  if (rule.anchor === true && !(await call.isAnchor())) return false;
  if (rule.command === true && rule.access !== (await call.commandRight())) return false;
  if (rule.query !== undefined && !(rule.query in (request.query as object))) return false;
  if (rule.guest === true && !(await isGuest(call))) return false;
  if (rule.watcher === true && !(await isWatcher(call))) return false;
  if (rule.signedIn === true && !(await call.user())) return false;
  if (rule.sheet === true && !/spreadsheetml|text\/csv/.test(request.headers.accept ?? '')) return false;
  if (rule.links !== undefined && !linksOnly(rule.links, call.body.json)) return false;
  return rule.self !== true || isOwnAccount(call);
}

async function isGuest(call: Call): Promise<boolean> {
  const user = await call.user();
  return user !== null && isShared(user);
}

/**
 * Whether the caller is a guest of a server that knows when the share began; a Traccar would show everything before it.
 */
async function isWatcher(call: Call): Promise<boolean> {
  const user = await call.user();
  return user !== null && isShared(user) && user.attributes[SHARE_ATTRIBUTES.since] !== undefined;
}

/**
 * A write names its target in the body; both must be the caller (docs/reference/tracking-api.md §3.1: the path id is
 * ignored).
 */
async function isOwnAccount(call: Call): Promise<boolean> {
  const user = await call.user();
  const inBody = call.request.method !== 'PUT' || call.written?.id === user?.id;
  return user !== null && call.id === user.id && inBody;
}

/** Every pair of the body gives this property to a device or a group; the first member is the owner. */
function linksOnly(property: string, body: unknown): boolean {
  const pairs: readonly unknown[] = Array.isArray(body) ? body : [body];
  return (
    pairs.length > 0 &&
    pairs.every((pair) => {
      const [owner, owned, ...rest] = Object.keys(Object(pair)).map((key) => key.toLowerCase());
      const isOwned = owned === `${property.toLowerCase()}id` && rest.length === 0;
      return isOwned && (owner === 'deviceid' || owner === 'groupid');
    })
  );
}
