/** Named values of an entity or position. JSON: nested values are kept, unknown names are allowed. */
export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | readonly AttributeValue[]
  | { readonly [name: string]: AttributeValue };
export type Attributes = { readonly [name: string]: AttributeValue };
