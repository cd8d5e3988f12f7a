import { ERROR_STATUSES, errorStatusesOf, successesOf, type Answer, type Route } from '@rastro/fleet/api';
import { answerSchema, componentSchemas, parameterSchema, sentSchema } from './components.ts';
import { DESCRIBED, parametersOf, type DescribedRoute, type Parameter } from './described-routes.ts';

/** The OpenAPI document of all routes. */
export function openApi(version: string, product: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const each of DESCRIBED) {
    const template = each.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[template] ??= {})[each.method.toLowerCase()] = operation(each);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${product} tracking API`,
      version,
      description:
        'Compatible with Traccar; docs/compatibility.md of the product says where it differs. A method that an ' +
        'address does not know is refused with 405, an address that does not exist with 404. ' +
        'Names of towns in addresses: GeoNames (geonames.org), CC BY 4.0.',
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }, { bearer: [] }, { basic: [] }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'JSESSIONID' },
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
      },
      responses: Object.fromEntries(
        Object.entries(ERROR_STATUSES).map(([status, description]) => [
          `Refused${status}`,
          errorResponse(status, description),
        ]),
      ),
    },
  };
}

/** One line of text: the code, a dash, an explanation. */
function errorResponse(status: string, description: string): object {
  const headers = Object.entries(HEADERS).flatMap(([name, of]) =>
    of === status ? [[name, { schema: { type: 'string' } }]] : [],
  );
  return {
    description,
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    content: { 'text/plain': { schema: { type: 'string' } } },
  };
}
const HEADERS = { 'WWW-Authenticate': '401', Allow: '405', 'Retry-After': '429' };

/** Name of a method of generated clients: `getDevicesById`. */
function operationId({ method, path }: DescribedRoute): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(':', 'by-')
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

function operation(described: DescribedRoute): object {
  const { key, path, route } = described;
  const { area, summary, query } = route;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: name === 'id' ? 'integer' : 'string' },
  }));
  const content = bodyOf(route);
  return {
    operationId: operationId(described),
    tags: [area],
    summary,
    parameters: [...inPath, ...parametersOf(query).map(inQuery)],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...succeeded(route),
      ...Object.fromEntries(
        errorStatusesOf(key, route).map((status) => [
          status,
          { $ref: `#/components/responses/Refused${status}` },
        ]),
      ),
    },
  };
}

const inQuery = (parameter: Parameter): object => ({
  name: parameter.name,
  in: 'query',
  description: parameter.description,
  required: parameter.required,
  schema: parameterSchema(parameter),
});

function bodyOf({ body, form, upload, uploadAlso }: Route): object | null {
  if (body) return { 'application/json': { schema: sentSchema(body) } };
  if (form) return { 'application/x-www-form-urlencoded': { schema: sentSchema(form) } };
  if (upload === undefined) return null;
  const types = uploadAlso === undefined ? [upload] : [upload, uploadAlso];
  return Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }] as const),
  );
}

/** Successes by status; one status may have several types. */
function succeeded(route: Route): object {
  const byStatus = Map.groupBy(successesOf(route), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, answers]) => [
      status,
      { description: descriptionOf(answers), ...contentOf(answers) },
    ]),
  );
}

const descriptionOf = (answers: readonly Answer[]): string =>
  answers.map(({ entity, type }) => entity ?? (type === null ? 'Done' : 'The answer')).join(', or ');

/** One type may be of several shapes. */
function contentOf(answers: readonly Answer[]): object {
  const byType = Map.groupBy(answers, ({ type }) => type);
  const content = [...byType].flatMap(([type, alike]) => {
    const shapes = alike.map(answerSchema);
    return type === null ? [] : [[type, { schema: shapes.length === 1 ? shapes[0] : { anyOf: shapes } }]];
  });
  return content.length > 0 ? { content: Object.fromEntries(content) } : {};
}
