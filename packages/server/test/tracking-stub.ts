import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attributes } from '@rastro/fleet';

export interface StubUser {
  readonly id: number;
  readonly administrator: boolean;
  readonly attributes: Attributes;
}
export interface TrackingStub {
  readonly url: string;
  /** For what the node in front keeps; gone with the stub. */
  readonly folder: string;
  readonly asked: readonly { readonly method: string; readonly url: string; readonly headers: object }[];
  /** Something that everybody sees, e.g. at `/api/commands`; it is read alone and in the list. @returns its id. */
  save(path: string, entity: { readonly id: number; readonly [field: string]: unknown }): number;
  /** Lets an address be one that nobody sees. */
  hide(url: string): void;
  close(): void;
}

/** Headers by which an external server describes itself, and which must not describe us. */
const FOREIGN_HEADERS = {
  licensemode: 'plus',
  devicelimit: '99999',
  'content-security-policy': 'none',
  'access-control-allow-origin': 'https://evil.example',
};

/** The session cookie of a made-up user: the stub reads the user from it. */
export const cookieOf = (user: StubUser): string =>
  `JSESSIONID=${Buffer.from(JSON.stringify(user)).toString('base64url')}`;

/**
 * For tests: a server that speaks as much of the tracking API as the gateway relies on and answers every
 * other call with what it was asked. Foreign accounts have no attributes.
 */
export async function startTrackingStub(serverAttributes: Attributes): Promise<TrackingStub> {
  const asked: { method: string; url: string; headers: object }[] = [];
  const saved = new Map<string, object>();
  const hidden = new Set<string>();
  const folder = mkdtempSync(join(tmpdir(), 'rastro-front-'));
  const server: Server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, headers });
    const found = method === 'GET' ? saved.get(url) : undefined;
    const answer = hidden.has(url)
      ? { status: 404, body: {} }
      : url.split('?')[0] === '/api/session' && isJson(headers)
        ? // As a Traccar does: forms alone are read there, whatever the method.
          { status: 415, body: {} }
        : found
          ? { status: 200, body: found }
          : answerTo(`${method} ${decodeURI(url)}`, headers.cookie ?? '', serverAttributes);
    request.resume().on('end', () => {
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...FOREIGN_HEADERS })
        .end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    asked,
    save: (path, entity) => {
      saved.set(`${path}/${entity.id}`, entity);
      saved.set(path, [...((saved.get(path) as object[] | undefined) ?? []), entity]);
      return entity.id;
    },
    hide: (url) => void hidden.add(url),
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const isJson = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('application/json') === true;

function answerTo(
  call: string,
  cookie: string,
  serverAttributes: Attributes,
): { status: number; body: object } {
  if (call === 'GET /api/server') return { status: 200, body: { attributes: serverAttributes } };
  if (call === 'POST /api/session') return { status: 401, body: {} };
  if (call === 'GET /api/session') {
    const secret = /JSESSIONID=([\w-]+)/.exec(cookie)?.[1];
    if (secret === undefined) return { status: 404, body: {} };
    return { status: 200, body: JSON.parse(Buffer.from(secret, 'base64url').toString('utf8')) as object };
  }
  // As another node of ours, which asks who is calling; a Traccar has nothing here (`hide`).
  if (call === 'GET /api/shares' && cookie === '') return { status: 401, body: {} };
  return { status: 200, body: { answered: call, attributes: {} } };
}
