import { z } from 'zod';
import { ACCOUNTS } from '../api/describe/accounts.ts';
import { HISTORY } from '../api/describe/history.ts';
import { OBJECTS } from '../api/describe/objects.ts';
import type { Parameter, RouteDescription } from '../api/describe/route-description.ts';

/** Every route of the tracking server, `METHOD /path`. A test compares it with the routes that are served. */
export const DESCRIPTIONS: Readonly<Record<string, RouteDescription>> = {
  ...ACCOUNTS,
  ...OBJECTS,
  ...HISTORY,
};

/** The OpenAPI document of the routes that are served. @throws when one is not described. */
export function openApi(
  routes: readonly { readonly method: string; readonly path: string }[],
  version: string,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path } of routes) {
    const description = DESCRIPTIONS[`${method} ${path}`];
    if (!description) throw new Error(`Cannot describe ${method} ${path}: it has no description`);
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[template] ??= {})[method.toLowerCase()] = operation(path, description);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rastro tracking API',
      version,
      description: 'Compatible with Traccar; docs/compatibility.md of the product says where it differs.',
    },
    servers: [{ url: '/api' }],
    security: [{ session: [] }, { bearer: [] }, { basic: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'JSESSIONID' },
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
      },
      responses: {
        Refused: {
          description: 'One line of text: the code in words, a dash, an explanation',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      },
    },
  };
}

function operation(path: string, description: RouteDescription): object {
  const { area, summary, query, answer } = description;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: name === 'id' ? 'integer' : 'string' },
  }));
  const content = bodyOf(description);
  const refused = { $ref: '#/components/responses/Refused' };
  return {
    tags: [area],
    summary,
    parameters: [...inPath, ...(query ?? []).map(inQuery)],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...(answer ? { 200: answered(answer) } : { 204: { description: 'Done' } }),
      400: refused,
      401: refused,
      403: refused,
    },
  };
}

const schemaOf = ({ type, repeatable }: Parameter): object => {
  const one = type === 'date-time' ? { type: 'string', format: 'date-time' } : { type };
  return repeatable ? { type: 'array', items: one } : one;
};
const inQuery = (parameter: Parameter): object => ({
  name: parameter.name,
  in: 'query',
  description: parameter.what,
  required: parameter.required ?? false,
  schema: schemaOf(parameter),
});

function bodyOf({ body, form, upload }: RouteDescription): object | null {
  if (body)
    return { 'application/json': { schema: z.toJSONSchema(body, { io: 'output', unrepresentable: 'any' }) } };
  if (upload !== undefined) return { [upload]: { schema: { type: 'string', format: 'binary' } } };
  if (!form) return null;
  const properties = Object.fromEntries(
    form.map((each) => [each.name, { ...schemaOf(each), description: each.what }]),
  );
  const required = form.filter((each) => each.required).map(({ name }) => name);
  return { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required } } };
}

function answered(answer: NonNullable<RouteDescription['answer']>): object {
  if ('type' in answer) return { description: 'The answer', content: { [answer.type]: {} } };
  const one = { type: 'object', title: answer.entity };
  const schema = answer.list ? { type: 'array', items: one } : one;
  return { description: answer.entity, content: { 'application/json': { schema } } };
}
