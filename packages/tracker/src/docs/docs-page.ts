import type { z } from 'zod';
import { errorStatusesOf, successesOf, type Answer, type Route } from '@rastro/fleet/api';
import {
  DESCRIBED,
  fieldsOf,
  parametersOf,
  type DescribedRoute,
  type Parameter,
} from './described-routes.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string): string => text.replace(/[&<>"]/g, (c) => ESCAPES[c] ?? c);

/**
 * The reference page, under the product name that its reader knows: no script, one style sheet, so that the strict
 * content policy needs no exception.
 */
export function docsPage(product: string): string {
  const title = html(`${product} tracking API`);
  const areas = Map.groupBy(DESCRIBED, ({ route }) => route.area);
  const sections = [...areas].map(
    ([area, all]) =>
      `<section id="${anchor(area)}"><h2>${html(area)}</h2>${all.map(article).join('')}</section>`,
  );
  const links = [...areas.keys()].map((area) => `<li><a href="#${anchor(area)}">${html(area)}</a></li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head>
<body><header><h1>${title}</h1><p>Sign in by cookie, bearer token or Basic.
Times are ISO 8601 with zone, speeds knots, distances metres, durations milliseconds. A refusal is one line of text:
its code in words, a dash, an explanation. <a href="/api/openapi.json">OpenAPI document</a>.
Names of towns in addresses: <a href="https://www.geonames.org/">GeoNames</a>, CC BY 4.0.</p></header>
<nav aria-label="Areas"><ul>${links.join('')}</ul></nav><main>${sections.join('')}</main></body></html>`;
}

const anchor = (area: string): string => area.replaceAll(' ', '-');

function article({ key, method, path, route }: DescribedRoute): string {
  const { summary, query, form, body, upload, uploadAlso } = route;
  const sent = [
    ...rows('query', parametersOf(query)),
    ...rows('form', parametersOf(form)),
    ...(body ? [`<tr><th scope="row">body</th><td>JSON</td><td>${fieldNames(body)}</td></tr>`] : []),
    ...[upload ?? [], uploadAlso ?? []]
      .flat()
      .map((type) => `<tr><th scope="row">body</th><td>${html(type)}</td><td>The file</td></tr>`),
  ];
  const table = sent.length > 0 ? `<table><tbody>${sent.join('')}</tbody></table>` : '';
  return `<article><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${html(path)}</code></h3>
<p>${html(summary)}. Answers ${answers(route)}. Refused with ${errorStatusesOf(key, route).join(', ')}.</p>${table}</article>`;
}

const rows = (where: string, parameters: readonly Parameter[]): string[] =>
  parameters.map(
    ({ name, type, format, description, required, repeatable }) =>
      `<tr><th scope="row"><code>${html(name)}</code></th><td>${where}, ${format ?? type}${
        repeatable ? ', repeatable' : ''
      }${required ? ', required' : ''}</td><td>${html(description)}</td></tr>`,
  );

const fieldNames = (body: z.ZodType): string =>
  Object.keys(fieldsOf(body) ?? {})
    .map((name) => `<code>${html(name)}</code>`)
    .join(' ');

const answers = (route: Route): string => successesOf(route).map(answer).join(', or ');
function answer({ status, type, entity, isList }: Answer): string {
  if (entity === null) return `${status}${type === null ? '' : ` with ${html(type)}`}`;
  return `${status} with ${isList ? 'a list of' : 'one'} ${html(entity)}`;
}

export const DOCS_CSS = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:72rem;padding:1.5rem}
h1{font-size:1.6rem;margin:0}h2{text-transform:capitalize;margin:2rem 0 .5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0;text-transform:capitalize}
article{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent);padding:.75rem 0}
h3{font-size:1rem;margin:0;display:flex;gap:.75rem;align-items:baseline;overflow-wrap:anywhere}
article p{margin:.25rem 0}
.method{font-weight:700;font-size:.8rem;min-width:4rem}
.get{color:#0b66c3}.post{color:#16794a}.put{color:#8a5a00}.delete{color:#b3261e}
@media(prefers-color-scheme:dark){.get{color:#7ab8ff}.post{color:#6fd6a2}.put{color:#f0b95a}.delete{color:#ff9d94}}
table{border-collapse:collapse;font-size:.9rem;width:100%}
th,td{text-align:left;vertical-align:top;padding:.15rem 1rem .15rem 0;overflow-wrap:anywhere}
th{font-weight:400;white-space:nowrap}
a{color:inherit}`;
