import { z } from 'zod';
import { namedMember, type Answer } from '@rastro/fleet/api';
import { ANSWERS } from '@rastro/fleet/schemas';
import { DESCRIBED, fieldsOf, isRequired, parametersOf, type Parameter } from './described-routes.ts';
import { makePortable } from './portable-schema.ts';

type Json = Readonly<Record<string, unknown>>;
const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Every object that is answered or sent, by its name. */
export function componentSchemas(): Json {
  const sent = DESCRIBED.flatMap(({ key, route: { body, form, answer } }) => {
    const named: [string, Json][] = [];
    const title = titleOf(body ?? form);
    if (title !== null && body) named.push([title, bodySchema(key, body)]);
    if (title !== null && form) named.push([title, formSchema(form)]);
    const answered = answer?.entity === null ? answer.schema : null;
    const answerTitle = titleOf(answered ?? undefined);
    if (answerTitle !== null && answered) named.push([answerTitle, plain(answered)]);
    return named;
  });
  return { ...answerSchemas(), ...Object.fromEntries(sent) };
}

/** Objects that stand in others are referred to, so that a generated client has one type for each. */
function answerSchemas(): Json {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(ANSWERS)) names.add(schema, { id });
  const { schemas } = z.toJSONSchema(names, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      makePortable(jsonSchema);
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, id: _name, ...schema }]) => [
      name,
      schema,
    ]),
  );
}

/** Schema of a successful answer. */
export function answerSchema({ entity, isList, schema, type }: Answer): Json {
  if (entity !== null) return isList ? { type: 'array', items: refTo(entity) } : refTo(entity);
  if (schema !== null) return sentSchema(schema);
  // Generated clients read no other type as a text.
  return type?.startsWith('text/') === true ? { type: 'string' } : { type: 'string', format: 'binary' };
}

/** Schema of what is sent, by its name where it has one. */
export function sentSchema(schema: z.ZodType): Json {
  const title = titleOf(schema);
  return title === null ? plain(schema) : refTo(title);
}

function titleOf(schema: z.ZodType | undefined): string | null {
  const title = schema?.meta()?.title;
  return title === undefined ? null : title;
}

/** A field is demanded exactly when its reader misses it; what names the target is filled in from the address. */
function bodySchema(key: string, body: z.ZodType): Json {
  const fields = fieldsOf(body);
  if (!fields) return plain(body);
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]),
  );
  const required = Object.keys(fields).filter(
    (name) => name !== namedMember(key) && fields[name] && isRequired(fields[name]),
  );
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function formSchema(form: z.ZodType): Json {
  const fields = parametersOf(form);
  const properties = Object.fromEntries(
    fields.map((each) => [each.name, { ...parameterSchema(each), description: each.description }]),
  );
  const required = fields.filter((each) => each.required).map(({ name }) => name);
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

export const parameterSchema = ({ type, format, minimum, values, repeatable }: Parameter): Json => {
  const one = {
    type,
    ...(format ? { format } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(values ? { enum: values } : {}),
  };
  return repeatable ? { type: 'array', items: one } : one;
};

/** As it is after reading; where that is not known, as it may be sent. */
function fieldSchema(field: z.ZodType): Json {
  const read = plain(field);
  return Object.keys(read).length > 0 ? read : plain(field, 'input');
}

function plain(schema: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => makePortable(jsonSchema),
  });
  return rest;
}
