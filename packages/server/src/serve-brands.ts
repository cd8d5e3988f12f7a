import type { FastifyInstance, FastifyReply } from 'fastify';
import { TOKEN_PATH, type BrandRegistry, type PublishedBrand } from '@rastro/extension';
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

/** The page of each brand, rendered once while the brand is unchanged. */
export function brandPages(
  page: string,
  brands: BrandRegistry,
): (host: string, reply: FastifyReply) => FastifyReply {
  const made = new WeakMap<PublishedBrand, string>();
  return (host, reply) => {
    const brand = brands.forHost(host);
    const text = made.get(brand) ?? brandPage(page, brand.config);
    made.set(brand, text);
    return reply
      .headers({ ...BY_HOST, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(text);
  };
}
