import fc, { type Arbitrary } from 'fast-check';
import { fitting, type JsonSchema, type Resolve } from './json-schema.ts';

interface Media {
  readonly schema?: JsonSchema;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
export interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}
export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}
/** A call as it is sent. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly type: string | null;
  readonly body: string | null;
}

/** Returns the schema that a name in the document stands for. @throws when there is none. */
export const resolver =
  ({ components }: Described): Resolve =>
  (ref) => {
    const found = components.schemas[ref.split('/').at(-1) ?? ''];
    if (!found) throw new Error(`The document names ${ref}, and has it not`);
    return found;
  };
export const responseOf = ({ components }: Described, { responses }: Operation, status: number) => {
  const response = responses[status];
  return response?.$ref === undefined
    ? response
    : components.responses[response.$ref.split('/').at(-1) ?? ''];
};

const JUNK = fc.constantFrom(
  '',
  'x',
  '-1',
  '0',
  '1e9',
  '99999999999999999999',
  'true',
  '2026-01-01',
  'ç%',
  ' ',
);
/** A text that is wrong now and then. */
const orJunk = (arbitrary: Arbitrary<string>) =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: JUNK });

/** Parameters that a clerk would send: any other period is empty or too wide, any other text names no time zone. */
const USUAL: Readonly<Record<string, string>> = {
  from: '2026-11-01T00:00:00Z',
  to: '2026-11-30T00:00:00Z',
  zone: 'America/Sao_Paulo',
  fromHour: '08:00',
  toHour: '18:00',
  form: 'table',
  format: 'pdf',
  weekdays: '1,2,3',
};

/** Calls of an operation: as described, or wrong in one of the ways in which clients are. */
export function callsOf(
  document: Described,
  { method, path, operation }: { method: string; path: string; operation: Operation },
  id: Arbitrary<number>,
): Arbitrary<Sent> {
  const resolve = resolver(document);
  const text = (schema: JsonSchema, name: string) => {
    const any = fitting(schema, resolve, id, name).map((value) =>
      Array.isArray(value) ? value.join('&') : String(value),
    );
    const usual = USUAL[name];
    return orJunk(usual === undefined ? any : fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, any));
  };
  const given = operation.parameters.map(({ name, required, schema, in: where }) => {
    const of = schema.type === 'array' && schema.items ? schema.items : schema;
    const value = text(of, where === 'path' && name === 'id' ? 'id' : name);
    const isAlways = where === 'path' || required;
    const chance = { weight: isAlways ? 30 : 1, arbitrary: value };
    return fc
      .oneof(chance, { weight: where === 'path' ? 0 : isAlways ? 1 : 4, arbitrary: fc.constant(null) })
      .map((each) => ({ name, where, each }));
  });
  return fc.tuple(fc.tuple(...given), bodiesOf(operation, resolve, id)).map(([all, sent]) => {
    const query = new URLSearchParams();
    let url = path;
    for (const { name, where, each } of all) {
      if (where === 'path') url = url.replace(`{${name}}`, encodeURIComponent(segmentOf(each ?? '')));
      else if (each !== null) query.append(name, each);
    }
    return {
      url: query.size > 0 ? `${url}?${query.toString()}` : url,
      method: method.toUpperCase(),
      ...sent,
    };
  });
}

/** A part of a path. Whoever sends one or two dots asks for another path, before the server sees it. */
const segmentOf = (text: string): string => (/^\.{1,2}$/.test(text) ? `x${text}` : text);

type Body = Pick<Sent, 'type' | 'body'>;
function bodiesOf({ requestBody }: Operation, resolve: Resolve, id: Arbitrary<number>): Arbitrary<Body> {
  const none: Body = { type: null, body: null };
  const [[type, { schema }] = [null, {}]] = Object.entries(requestBody?.content ?? {});
  if (type === null || !schema) return fc.constant(none);
  if (type === 'image/*') return fc.constantFrom(none, { type: 'image/png', body: 'no picture' });
  const value = fitting(schema, resolve, id);
  const isForm = type.includes('form');
  const write = (of: unknown): string =>
    isForm ? new URLSearchParams(Object(of)).toString() : JSON.stringify(of);
  const wrong = fc.oneof(
    fc.jsonValue().map((of) => ({ type, body: JSON.stringify(of) })),
    fc.tuple(value, fc.jsonValue({ maxDepth: 2 }), fc.nat()).map(([of, junk, n]) => {
      const fields = Object.entries(Object(of));
      const at = fields[n % Math.max(fields.length, 1)]?.[0] ?? 'x';
      return { type, body: write({ ...Object(of), [at]: isForm ? JSON.stringify(junk) : junk }) };
    }),
    fc.constantFrom(
      none,
      { type, body: '' },
      { type, body: '{"a":' },
      { type, body: '{"__proto__":{}}' },
      { type: 'text/plain', body: 'x' },
      { type: 'application/xml', body: '<x/>' },
    ),
  );
  return fc.oneof(
    { weight: 3, arbitrary: value.map((of) => ({ type, body: write(of) })) },
    { weight: 1, arbitrary: wrong },
  );
}
