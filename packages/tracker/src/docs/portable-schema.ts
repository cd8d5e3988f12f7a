import type { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Takes out of a schema what generators of clients refuse or read wrongly: openapi-python-client, and openapi-generator
 * for Python, TypeScript and Java. It then says a little less, but nothing else.
 */
export function makePortable(schema: Schema): void {
  withoutTuples(schema);
  // A later version may answer a field more; and Python has no type for a closed object that may be null.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // Java compares it with a text.
  if (typeof schema.const === 'boolean') delete schema.const;
  if (!isPortablePattern(schema)) delete schema.pattern;
}

/** A list of so many items of one kind: generators of clients reject `prefixItems` with `items: false`. */
function withoutTuples(schema: Schema): void {
  const { prefixItems } = schema;
  if (!prefixItems) return;
  const kinds = new Map(prefixItems.map((item) => [JSON.stringify(item), item]));
  const [first = {}, ...others] = kinds.values();
  // Items of several kinds may be anything: none of ours has them.
  schema.items = others.length === 0 ? first : {};
  schema.minItems = prefixItems.length;
  schema.maxItems = prefixItems.length;
  delete schema.prefixItems;
}

/** Python's patterns have no properties of Unicode, and none is read where a format makes the text an instant. */
const isPortablePattern = ({ pattern = '', format }: Schema): boolean =>
  !pattern.includes(String.raw`\p{`) && format !== 'date-time';
