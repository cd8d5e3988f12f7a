import fc, { type Arbitrary } from 'fast-check';

/** As much of JSON Schema as the description of the API uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}
export type Resolve = (ref: string) => JsonSchema;

/** Deviations of a value from its schema, each with its place. A member that the schema does not name is a fault. */
export function faultsIn(
  schema: JsonSchema,
  value: unknown,
  resolve: Resolve,
  place = '$',
): readonly string[] {
  const inner = (of: JsonSchema, each: unknown, name: string | number) =>
    faultsIn(of, each, resolve, `${place}.${name}`);
  if (schema.$ref !== undefined) return faultsIn(resolve(schema.$ref), value, resolve, place);
  if (schema.anyOf) {
    const all = schema.anyOf.map((each) => faultsIn(each, value, resolve, place));
    return all.some((faults) => faults.length === 0) ? [] : (all[0] ?? []);
  }
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return [`${place} is no ${types.join(' or ')}: ${JSON.stringify(value)}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${place} is none of its names: ${String(value)}`];
  if (schema.format === 'date-time' && typeof value === 'string' && !Number.isFinite(Date.parse(value)))
    return [`${place} is no instant: ${value}`];
  if (Array.isArray(value)) {
    const { prefixItems = [], items } = schema;
    return value.flatMap((each, n) => {
      const of = prefixItems[n] ?? items;
      return of ? inner(of, each, n) : [];
    });
  }
  return value !== null && typeof value === 'object' ? faultsInMembers(schema, value, place, inner) : [];
}

function faultsInMembers(
  {
    properties,
    required = [],
    propertyNames,
    additionalProperties,
    minProperties,
    maxProperties,
  }: JsonSchema,
  value: object,
  place: string,
  inner: (of: JsonSchema, value: unknown, name: string) => readonly string[],
): readonly string[] {
  const members = Object.entries(value);
  const missing = required.filter((name) => !(name in value)).map((name) => `${place}.${name} is missing`);
  const few = members.length < (minProperties ?? 0) || members.length > (maxProperties ?? Infinity);
  return [
    ...missing,
    ...(few ? [`${place} has ${members.length} members`] : []),
    ...members.flatMap(([name, each]) => {
      if (propertyNames?.enum && !propertyNames.enum.includes(name)) return [`${place}.${name} is no name`];
      const of = properties?.[name];
      if (of) return inner(of, each, name);
      if (properties && additionalProperties === undefined) return [`${place}.${name} is not described`];
      return typeof additionalProperties === 'object' ? inner(additionalProperties, each, name) : [];
    }),
  ];
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return value !== null && typeof value === 'object' && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** Texts that mean something in fields of these names, so that some calls succeed. */
const TEXTS: Readonly<Record<string, Arbitrary<string>>> = {
  area: fc.constantFrom('CIRCLE (-23.5 -46.6, 150)', 'POLYGON ((-23 -46, -23 -47, -24 -47))'),
  email: fc.integer({ min: 0, max: 1e9 }).map((n) => `somebody-${n}@example.com`),
  data: fc.constant(Buffer.from('BEGIN:VCALENDAR\nEND:VCALENDAR').toString('base64')),
  expression: fc.constantFrom('speed * 2', '"x" + 1', 'speed > 3'),
  password: fc.constant('a long enough sentence'),
  name: fc.string({ minLength: 3, maxLength: 20, unit: fc.constantFrom('a', 'B', 'ç', '7') }),
};

/** Values that fit a schema. @param id Numbers that name something. */
export function fitting(
  schema: JsonSchema,
  resolve: Resolve,
  id: Arbitrary<number>,
  name = '',
): Arbitrary<unknown> {
  const inner = (of: JsonSchema, of_: string = name) => fitting(of, resolve, id, of_);
  if (schema.$ref !== undefined) return inner(resolve(schema.$ref));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => inner(each)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const type = [schema.type ?? 'any'].flat()[0];
  const { minimum = -1000, maximum = 1000 } = schema;
  if (type === 'integer' && /^id$|Id$/.test(name)) return id;
  if (type === 'integer')
    return fc.integer({ min: Math.max(minimum, -1000), max: Math.max(minimum, Math.min(maximum, 1000)) });
  if (type === 'number')
    return fc.double({ min: Math.max(minimum, -1e6), max: Math.min(maximum, 1e6), noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'string') return textFor(schema, name);
  if (type === 'null') return fc.constant(null);
  if (type === 'array')
    return fc.array(schema.items ? inner(schema.items) : fc.jsonValue(), { maxLength: 3 });
  if (schema.propertyNames?.enum)
    return fc
      .uniqueArray(fc.constantFrom(...schema.propertyNames.enum.map(String)), { minLength: 2, maxLength: 2 })
      .chain((names) => fc.record(Object.fromEntries(names.map((each) => [each, id]))));
  if (!schema.properties)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 2,
    });
  const fields: [string, Arbitrary<unknown>][] = Object.entries(schema.properties).map(([key, of]) => [
    key,
    inner(of, key),
  ]);
  const members: Record<string, Arbitrary<unknown>> = Object.fromEntries(fields);
  return fc.record(members, { requiredKeys: [...(schema.required ?? [])] });
}

function textFor({ format, maxLength = 40 }: JsonSchema, name: string): Arbitrary<string> {
  if (format === 'date-time')
    return fc.integer({ min: 0, max: 4e9 }).map((seconds) => new Date(seconds * 1000).toISOString());
  if (format === 'uri') return fc.constant('https://hooks.example.com/x');
  return TEXTS[name] ?? fc.string({ minLength: 1, maxLength: Math.min(maxLength, 12), unit: 'grapheme' });
}
