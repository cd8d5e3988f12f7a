import { readCivilDate } from '../billing/civil-date.ts';
import type { Attributes } from './attributes.ts';
import { isDomain } from './domain-name.ts';

/** What a value must be. `cents`: integer, money; `date`: a day of the calendar, `YYYY-MM-DD`; `share`: per cent, 0 to 100; `pixels`: 24 to 400; `domain`: a host name. */
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
  | 'limit';

/** Something that the product keeps in the attributes of an entity, below `{brand}.`. */
export interface NamedAttribute {
  readonly name: string;
  /** One of a few words, or a kind of value. */
  readonly is: ValueKind | readonly string[];
  /** It carries authority or money: whom it is about may not write it. */
  readonly isProtected?: true;
}
export type NamedAttributes = Readonly<Record<string, NamedAttribute>>;

/** Of a picture in a header: less cannot be read, more covers what stands beside it. */
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
};

export const fitsAttribute = ({ is }: NamedAttribute, value: unknown): boolean =>
  typeof is === 'string' ? FITS[is](value) : is.some((word) => word === value);

/** Under which name it is kept in an installation. */
export const attributeName = (brand: string, { name }: NamedAttribute): string => `${brand}.${name}`;

/** The names that are there with a value they may not have. Nothing, null and '' say that nobody has filled it in. */
export function unfitAttributes(
  table: NamedAttributes,
  brand: string,
  attributes: Attributes,
): readonly string[] {
  return Object.values(table).flatMap((attribute) => {
    const name = attributeName(brand, attribute);
    const value = attributes[name];
    const isEmpty = value === undefined || value === null || value === '';
    return isEmpty || fitsAttribute(attribute, value) ? [] : [name];
  });
}
