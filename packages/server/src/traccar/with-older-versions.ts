import { isBefore, readVersion, type ServerVersion } from '../gateway/server-version.ts';
import type { ForwardedRequest, TrackingServer } from '../gateway/tracking-server.ts';

/** Fields that a Traccar rejects before the version that brought them. */
const BROUGHT: readonly { readonly path: RegExp; readonly field: string; readonly by: ServerVersion }[] = [
  { path: /^\/api\/attributes\/computed(?:\/|$)/, field: 'priority', by: { major: 6, minor: 2 } },
  { path: /^\/api\/notifications(?:\/\d+)?$/, field: 'description', by: { major: 6, minor: 6 } },
];

/** A Traccar of an older 6.x: what is written there leaves out the fields that it does not have. */
export function withOlderVersions(behind: TrackingServer): TrackingServer {
  return {
    ...behind,
    send: async (request) => {
      const brought = request.body === null ? [] : BROUGHT.filter(({ path }) => path.test(pathOf(request)));
      if (brought.length === 0) return behind.send(request);
      const { kind, version } = await behind.describe();
      const now = readVersion(version);
      const unknown = now && kind === 'traccar' ? brought.filter(({ by }) => isBefore(now, by)) : [];
      return behind.send(
        unknown.length === 0
          ? request
          : without(
              request,
              unknown.map(({ field }) => field),
            ),
      );
    },
  };
}

const pathOf = ({ url }: ForwardedRequest): string => url.split('?')[0] ?? '';

/** The gateway has read the body before: it is JSON. */
function without(request: ForwardedRequest, fields: readonly string[]): ForwardedRequest {
  const sent: unknown = JSON.parse(request.body?.toString('utf8') ?? 'null');
  const remaining = Object.entries(Object(sent)).filter(([name]) => !fields.includes(name));
  const body = Buffer.from(JSON.stringify(Object.fromEntries(remaining)));
  return { ...request, body, headers: { ...request.headers, 'content-length': String(body.length) } };
}
