import type { FastifyInstance } from 'fastify';
import { docsPage, DOCS_CSS } from './docs-page.ts';
import { openApi } from './openapi.ts';

/** The description of the API, for programs and for people. @param routes Complete when the first request comes. */
export function docsRoutes(
  app: FastifyInstance,
  routes: readonly { readonly method: string; readonly path: string }[],
  version: string,
): void {
  let document: string | null = null;
  let page: string | null = null;
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApi(routes, version));
    return reply.type('application/json').send(document);
  });
  app.get('/docs', (_request, reply) => {
    page ??= docsPage(routes);
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(DOCS_CSS));
}
