import { readCivilDate } from '../billing/civil-date.ts';
import type { Attributes } from './attributes.ts';
import { isDomain } from './domain-name.ts';

/**
 * Kind of a value. `cents`: integer, money; `date`: a calendar day, `YYYY-MM-DD`; `share`: percent, 0 to 100; `pixels`:
 * 24 to 400; `domain`: a host name; `rights`: one bit each.
 */
export type ValueKind =
  | 'text'
  | 'email'
  | 'domain'
  | 'flag'
  | 'count'
  | 'amount'
  | 'cents'
  | 'share'
  | 'date'
  | 'day'
  | 'pixels'
  | 'limit'
  | 'rights';

/** Something that the product keeps in the attributes of an entity, below `{brand}.`. */
export interface NamedAttribute {
  readonly name: string;
  /** One of a few values, or a kind of value. */
  readonly is: ValueKind | readonly string[];
  /** It carries authority or money: its own user may not write it. */
  readonly isProtected?: true;
}
export type NamedAttributes = Readonly<Record<string, NamedAttribute>>;

/** Height of a picture in a header: a smaller one cannot be read, a larger one covers its neighbors. */
const MIN_PIXELS = 24;
const MAX_PIXELS = 400;
const LONGEST_TEXT = 4000;
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const within = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;

const FITS: Readonly<Record<ValueKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value.length <= LONGEST_TEXT,
  email: (value) => typeof value === 'string' && /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(value),
  domain: (value) => typeof value === 'string' && isDomain(value),
  flag: (value) => typeof value === 'boolean',
  count: (value) => isWhole(value) && value >= 0,
  amount: (value) => within(value, 0, Number.MAX_VALUE),
  cents: (value) => isWhole(value) && value >= 0,
  share: (value) => within(value, 0, 100),
  date: (value) => typeof value === 'string' && readCivilDate(value) !== null,
  day: (value) => isWhole(value) && within(value, 1, 31),
  pixels: (value) => isWhole(value) && within(value, MIN_PIXELS, MAX_PIXELS),
  limit: (value) => isWhole(value) && value >= -1,
  rights: (value) => typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value),
};

export const fitsAttribute = ({ is }: NamedAttribute, value: unknown): boolean =>
  typeof is === 'string' ? FITS[is](value) : is.some((word) => word === value);

/** Name of the attribute in an installation. */
export const attributeName = (brand: string, { name }: NamedAttribute): string => `${brand}.${name}`;

/** Description of the expected value, for error messages. */
const WANTED: Readonly<Record<ValueKind, string>> = {
  text: `a text of at most ${LONGEST_TEXT} characters`,
  email: 'an e-mail address',
  domain: 'a domain in lower-case letters, as gps.example.com',
  flag: 'true or false',
  count: 'a whole number, 0 or more',
  amount: 'a number, 0 or more',
  cents: 'whole cents, 0 or more',
  share: 'a number of per cent, 0 to 100',
  date: 'a day of the calendar, as 2026-12-31',
  day: 'a day of the month, 1 to 31',
  pixels: `a whole number of pixels, ${MIN_PIXELS} to ${MAX_PIXELS}`,
  limit: 'a whole number, 0 or more, or -1 for no limit',
  rights: '32 hexadecimal digits',
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Returns the first attribute with an invalid value. Missing, null and '' mean that it is not filled in; names that the
 * table does not know are free. An unchanged value is valid.
 * @example 'attributes.acme.billingFirstDueDay: must be a day of the month, 1 to 31'
 */
export function attributeProblem(
  table: NamedAttributes,
  brand: string,
  { before, after }: { readonly before: Attributes; readonly after: Attributes },
): string | null {
  for (const attribute of Object.values(table)) {
    const name = attributeName(brand, attribute);
    const value = after[name];
    if (isEmpty(value) || fitsAttribute(attribute, value) || isSame(before[name], value)) continue;
    const { is } = attribute;
    return `attributes.${name}: must be ${typeof is === 'string' ? WANTED[is] : is.join(' or ')}`;
  }
  return null;
}

/** The attribute that an error names; null = none. @see attributeProblem */
export const attributeInError = (message: string): string | null =>
  /- attributes\.([^:\s]+):/.exec(message)?.[1] ?? null;
