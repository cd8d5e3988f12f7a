import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TOKEN_PATH, type BrandRegistry, type PublishedBrand } from '@rastro/extension';
import { cookieValue, SESSION_COOKIE, takesGzip } from '@rastro/tracker';
import { sendError } from './gateway/answers.ts';
import { gatewayErrors } from './gateway/gateway-errors.ts';
import { brandManifest, brandPage } from './brand-page.ts';

/** Answers depend on the host, and on the host that a trusted proxy names. */
const BY_HOST = { vary: 'Host, X-Forwarded-Host' } as const;

/**
 * Serves paths that browsers and phones fetch without the application: the plain path of the brand, the manifest, the
 * token.
 */
export function serveBrands(app: FastifyInstance, brands: BrandRegistry): void {
  app.get('/assets/custom/config.json', (request, reply) => {
    const { config, etag } = brands.forHost(request.host);
    void reply.headers({ ...BY_HOST, 'cache-control': 'no-cache', etag });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(config);
  });
  app.get('/manifest.webmanifest', (request, reply) => {
    const { config } = brands.forHost(request.host);
    void reply.headers({ ...BY_HOST, 'cache-control': 'public, max-age=600' });
    return reply.type('application/manifest+json').send(JSON.stringify(brandManifest(config)));
  });
  // Only of who has the domain already: that it leads here shows nothing about who else would like to have it.
  app.get(TOKEN_PATH, (request, reply) => {
    const token = brands.tokenFor(request.host);
    if (token !== null) return reply.type('text/plain').send(token);
    sendError(reply, gatewayErrors.notFound());
    return reply;
  });
}

/** The page of a brand, by whether the browser has a session. */
type Pages = Record<'signedIn' | 'signedOut', { readonly text: string; readonly packed: Buffer }>;

/**
 * The page of each brand, rendered once while the brand is unchanged. A browser that has a session gets the script that
 * reads ahead with it; whether the session is over is seen there.
 */
export function brandPages(
  page: string,
  brands: BrandRegistry,
): (request: Pick<FastifyRequest, 'host' | 'headers'>, reply: FastifyReply) => FastifyReply {
  const made = new WeakMap<PublishedBrand, Pages>();
  return ({ host, headers }, reply) => {
    const brand = brands.forHost(host);
    const pages = made.get(brand) ?? pagesOf(brandPage(page, brand.config));
    made.set(brand, pages);
    const hasSession = cookieValue(headers.cookie, SESSION_COOKIE) !== null;
    const { text, packed } = hasSession ? pages.signedIn : pages.signedOut;
    const isPacked = takesGzip(headers['accept-encoding']);
    return reply
      .headers({ vary: `${BY_HOST.vary}, Cookie, Accept-Encoding`, 'cache-control': 'no-cache' })
      .headers(isPacked ? { 'content-encoding': 'gzip' } : {})
      .type('text/html; charset=utf-8')
      .send(isPacked ? packed : text);
  };
}

/** Part of the page for browsers that have a session (`web/index.html`). */
const FOR_SESSIONS = /<!-- signed-in: (.*?) -->/;

const pagesOf = (page: string): Pages => ({
  signedIn: packed(page.replace(FOR_SESSIONS, '$1')),
  signedOut: packed(page.replace(FOR_SESSIONS, '')),
});
/** Nothing secret stands in a page. */
const packed = (text: string): Pages['signedIn'] => ({ text, packed: gzipSync(text) });
