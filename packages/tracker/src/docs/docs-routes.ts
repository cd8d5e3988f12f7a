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
/** Names whose documents are kept ready; each is some 300 kB. */
const MOST_KEPT = 8;

/** The description of the API, for programs and for people, under the name of the brand at whose host they ask. */
export function docsRoutes({ version, directory, brands }: DocsDeps) {
  const nameAt = (request: IncomingMessage): string =>
    headOf(brands, brands.ownerAt(request)).name ?? productName(directory, brands);
  const document = keptByName((product) => JSON.stringify(openApi(version, product)));
  const page = keptByName(docsPage);
  return handlers({
    'GET /openapi.json': ({ request }, reply) =>
      reply.type('application/json').send(document(nameAt(request.raw))),
    'GET /docs': ({ request }, reply) =>
      reply.type('text/html; charset=utf-8').send(page(nameAt(request.raw))),
    'GET /docs.css': (_call, reply) => reply.type('text/css; charset=utf-8').send(DOCS_CSS),
  });
}

function keptByName(make: (product: string) => string): (product: string) => string {
  const kept = new Map<string, string>();
  return (product) => {
    const known = kept.get(product);
    if (known !== undefined) return known;
    const made = make(product);
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(product, made);
    return made;
  };
}
