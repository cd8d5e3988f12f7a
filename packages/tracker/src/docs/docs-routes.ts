import { handlers } from '../http/bind.ts';
import { docsPage, DOCS_CSS } from './docs-page.ts';
import { openApi } from './openapi.ts';

/** The description of the API, for programs and for people. */
export function docsRoutes(version: string) {
  let document: string | null = null;
  let page: string | null = null;
  return handlers({
    'GET /openapi.json': (_call, reply) => {
      document ??= JSON.stringify(openApi(version));
      return reply.type('application/json').send(document);
    },
    'GET /docs': (_call, reply) => {
      page ??= docsPage();
      return reply.type('text/html; charset=utf-8').send(page);
    },
    'GET /docs.css': (_call, reply) => reply.type('text/css; charset=utf-8').send(DOCS_CSS),
  });
}
