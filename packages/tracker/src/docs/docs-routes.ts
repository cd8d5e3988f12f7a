import type { IncomingMessage } from 'node:http';
import { headOf, productName, type BrandHeads } from '../brands/brand-heads.ts';
import type { Directory } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import { docsPage, DOCS_CSS } from './docs-page.ts';
import { openApi } from './openapi.ts';

interface DocsDeps {
  readonly version: string;
  readonly directory: Directory;
  readonly brands: BrandHeads;
}
/** Names whose documents are cached; each is some 300 kB. */
const MAX_CACHED = 8;

/** The description of the API, for programs and for users, under the name of the brand of the requested host. */
export function docsRoutes({ version, directory, brands }: DocsDeps) {
  const nameAt = (request: IncomingMessage): string =>
    headOf(brands, brands.ownerAt(request)).name ?? productName(directory, brands);
  const document = cachedByName((product) => JSON.stringify(openApi(version, product)));
  const page = cachedByName(docsPage);
  return handlers({
    'GET /openapi.json': ({ request }, reply) =>
      reply.type('application/json').send(document(nameAt(request.raw))),
    'GET /docs': ({ request }, reply) =>
      reply.type('text/html; charset=utf-8').send(page(nameAt(request.raw))),
    'GET /docs.css': (_call, reply) => reply.type('text/css; charset=utf-8').send(DOCS_CSS),
  });
}

function cachedByName(make: (product: string) => string): (product: string) => string {
  const cache = new Map<string, string>();
  return (product) => {
    const known = cache.get(product);
    if (known !== undefined) return known;
    const made = make(product);
    const [oldest] = cache.keys();
    if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    cache.set(product, made);
    return made;
  };
}
