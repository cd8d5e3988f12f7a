import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { BrandRegistry } from '@rastro/extension';
import { EXTENSION_ROUTES, methodsAt, TRACKING_ROUTES } from '@rastro/fleet/api';
import { sendError } from './gateway/answers.ts';
import { gatewayErrors, type ErrorReply } from './gateway/gateway-errors.ts';
import { brandPages } from './serve-brands.ts';
import { OWN_ROUTES } from './gateway/route-table.ts';

/** Page and worker ask for them one after the other: they may be a few minutes old. */
const SMALL_FILES = /^\/(?:color-scheme\.js|icon[-\w]*\.(?:svg|png))$/;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Rules for pages: what belongs to a page is under those of the page. Half a kilobyte for each of them. */
const OF_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
];
/** Code, style, font or ground of a page. A worker has rules of its own, as a page has. */
const PART_OF_PAGE = /^(?!.*worker).*\.(?:js|css|woff2|json)$/;

export interface ServedWeb {
  readonly root: string;
  readonly extPath: string;
  readonly brands: BrandRegistry;
}

/**
 * Built files, cached for ever where their address names their content; every other page address gets the application.
 */
export async function serveWeb(app: FastifyInstance, { root, extPath, brands }: ServedWeb): Promise<void> {
  // While it is being built the folder is there before its page.
  const built = existsSync(join(root, 'index.html'));
  const sendPage = built ? brandPages(readFileSync(join(root, 'index.html'), 'utf8'), brands) : null;
  if (sendPage) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => {
        const { url } = reply.request;
        void reply.header('cache-control', keepingOf(url));
        if (!PART_OF_PAGE.test(url.split('?')[0] ?? '')) return;
        for (const name of OF_PAGES) void reply.removeHeader(name);
      },
    });
    for (const path of ['/', '/index.html']) app.get(path, (request, reply) => sendPage(request, reply));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = request.method === 'GET' && !/\.[a-z0-9]+$/i.test(path);
    const isOurs = !path.startsWith('/api/') && !path.startsWith(`${extPath}/`);
    if (sendPage && isPage && isOurs) return sendPage(request, reply);
    const methods = methodsOf(path, extPath);
    sendError(reply, errorFor(methods, request.method));
    return reply;
  });
}

/** @param methods What the address knows. */
function errorFor(methods: readonly string[], asked: string): ErrorReply {
  if (methods.length === 0) return gatewayErrors.notFound();
  // The router passes over a route whose parameter is longer than any may be.
  return methods.includes(asked) ? gatewayErrors.addressTooLong() : gatewayErrors.methodUnknown(methods);
}

/** Methods that an address has, when a request's method has no route. */
function methodsOf(path: string, extPath: string): readonly string[] {
  const below = (prefix: string, table: object): readonly string[] =>
    path.startsWith(prefix) ? methodsAt(Object.keys(table), path.slice(prefix.length)) : [];
  return [...below('/api', TRACKING_ROUTES), ...below(extPath, EXTENSION_ROUTES), ...below('', OWN_ROUTES)];
}

function keepingOf(url: string): string {
  const [path = '', query] = url.split('?');
  const isVersioned = path.startsWith('/base-map/') && new URLSearchParams(query).has('v');
  if (path.startsWith('/assets/') || isVersioned) return FOR_EVER;
  return SMALL_FILES.test(path) ? 'public, max-age=600' : 'no-cache';
}
