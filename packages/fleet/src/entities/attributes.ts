/** Named values of an entity or position. JSON: nested values are preserved, unknown names are allowed. */
export type AttributeValue =
  | string
  | number
  | boolean
  | null
  | readonly AttributeValue[]
  | { readonly [name: string]: AttributeValue };
export type Attributes = { readonly [name: string]: AttributeValue };

/** Is a setting off that is on by default? */
export const isOff = (attributes: Attributes, name: string): boolean =>
  attributes[name] === false || attributes[name] === 'false';

/** Is a flag set? The API's clients write `true`, and some of them `'true'`. */
export const isSet = (attributes: Attributes, name: string): boolean =>
  attributes[name] === true || attributes[name] === 'true';
