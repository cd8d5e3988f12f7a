import { z } from 'zod';
import type { Answer, Route } from '@rastro/fleet/api';
import { DESCRIBED, fieldsOf, isRequired, parametersOf, type Parameter } from './described-routes.ts';

/** The OpenAPI document of all routes. */
export function openApi(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, route } of DESCRIBED) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[template] ??= {})[method.toLowerCase()] = operation(path, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rastro tracking API',
      version,
      description: 'Compatible with Traccar; docs/compatibility.md of the product says where it differs.',
    },
    servers: [{ url: '/' }],
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

function operation(path: string, route: Route): object {
  const { area, summary, query, answer } = route;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: name === 'id' ? 'integer' : 'string' },
  }));
  const content = bodyOf(route);
  const refused = { $ref: '#/components/responses/Refused' };
  return {
    tags: [area],
    summary,
    parameters: [...inPath, ...parametersOf(query).map(inQuery)],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...(answer ? { 200: answered(answer) } : { 204: { description: 'Done' } }),
      400: refused,
      401: refused,
      403: refused,
    },
  };
}

const schemaOf = ({ type, format, repeatable }: Parameter): object => {
  const one = { type, ...(format ? { format } : {}) };
  return repeatable ? { type: 'array', items: one } : one;
};
const inQuery = (parameter: Parameter): object => ({
  name: parameter.name,
  in: 'query',
  description: parameter.description,
  required: parameter.required,
  schema: schemaOf(parameter),
});

function bodyOf({ body, form, upload }: Route): object | null {
  if (body) return { 'application/json': { schema: jsonSchema(body) } };
  if (upload !== undefined) return { [upload]: { schema: { type: 'string', format: 'binary' } } };
  if (!form) return null;
  const fields = parametersOf(form);
  const properties = Object.fromEntries(
    fields.map((each) => [each.name, { ...schemaOf(each), description: each.description }]),
  );
  const required = fields.filter((each) => each.required).map(({ name }) => name);
  return { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties, required } } };
}

/** What may be sent: a field is demanded exactly when its reader misses it. */
function jsonSchema(body: z.ZodType): object {
  const fields = fieldsOf(body);
  if (!fields) return z.toJSONSchema(body, { io: 'output', unrepresentable: 'any' });
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { $schema: _schema, ...schema } = z.toJSONSchema(field, { io: 'output', unrepresentable: 'any' });
      return [name, schema];
    }),
  );
  const required = Object.keys(fields).filter((name) => fields[name] && isRequired(fields[name]));
  return { type: 'object', properties, required };
}

function answered({ type, entity, isList }: Answer): object {
  if (entity === null) return { description: 'The answer', content: { [type]: {} } };
  const one = { type: 'object', title: entity };
  const schema = isList ? { type: 'array', items: one } : one;
  return { description: entity, content: { [type]: { schema } } };
}
