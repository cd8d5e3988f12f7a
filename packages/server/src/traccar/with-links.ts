import type { IncomingHttpHeaders } from 'node:http';
import { isOwnerKind, propertiesOf, type User } from '@rastro/fleet';
import { callerHeaders } from '../gateway/foreign-headers.ts';
import type { ForwardedReply, ForwardedRequest, TrackingServer } from '../gateway/tracking-server.ts';
import { jsonReply, textReply, writeReply } from '../gateway/replies.ts';
import { readIds, readLinks, type ServiceAccount, type WantedLinks } from './service-account.ts';

const ADDRESS = '/api/permissions';
/**
 * A Traccar whose links are listed as our own server lists them: to everybody who sees both ends. A Traccar lists them
 * to administrators alone, under the names of the columns of its database.
 */
export function withLinks(behind: TrackingServer, account: ServiceAccount): TrackingServer {
  const isListing = async (method: string, url: string): Promise<boolean> =>
    method === 'GET' && url.split('?')[0] === ADDRESS && (await behind.describe()).kind === 'traccar';
  const list = async (
    user: User | null,
    request: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly address: string },
  ): Promise<ForwardedReply> => {
    const wanted = wantedIn(request.url);
    if (!user || !wanted)
      return textReply(400, 'Invalid permission - Name exactly one owner and one property');
    const links = await readLinks(account, wanted);
    if (user.administrator || links.length === 0) return jsonReply(links);
    const as = callerHeaders(request.headers, request.address);
    const sees = async (kind: string): Promise<ReadonlySet<unknown>> => {
      const ids = await readIds(account.ask, kind, as);
      return new Set(kind === 'user' ? [...ids, user.id] : ids);
    };
    const [owners, properties] = [await sees(wanted.ownerKind), await sees(wanted.propertyKind)];
    return jsonReply(
      links.filter(
        (link) =>
          owners.has(link[`${wanted.ownerKind}Id`]) && properties.has(link[`${wanted.propertyKind}Id`]),
      ),
    );
  };
  return {
    ...behind,
    stream: async (streamed) => {
      const { key, request, response, address } = streamed;
      const { url = '/', headers } = request;
      if (key !== 'GET /permissions' || !(await isListing('GET', url))) await behind.stream(streamed);
      else writeReply(response, await list(await streamed.user(), { url, headers, address }));
    },
    send: async (request: ForwardedRequest) =>
      (await isListing(request.method, request.url))
        ? list(await behind.known(request.headers), request)
        : behind.send(request),
  };
}

/** Exactly two members, the owner first or last. */
function wantedIn(url: string): WantedLinks | null {
  const ends = [...new URLSearchParams(url.split('?')[1])].flatMap(([name, value]) =>
    name.endsWith('Id') && /^\d+$/.test(value) ? { kind: name.slice(0, -2), id: Number(value) } : [],
  );
  const [first, second] = ends;
  if (ends.length !== 2 || !first || !second) return null;
  for (const [owner, property] of [
    [first, second],
    [second, first],
  ] as const)
    if (isOwnerKind(owner.kind) && propertiesOf(owner.kind).some((kind) => kind === property.kind))
      return {
        ownerKind: owner.kind,
        ownerId: owner.id,
        propertyKind: property.kind,
        propertyId: property.id,
      };
  return null;
}
