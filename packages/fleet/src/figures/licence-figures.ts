import { DAY_MS } from '@rastro/base';
import { wallOf } from '../calendars/wall-time.ts';
import { DRIVER_ATTRIBUTES } from '../entities/driver-attributes.ts';
import type { Driver } from '../entities/linked-objects.ts';
import { attributeName, fitsAttribute } from '../entities/named-attributes.ts';
import type { WidgetContent } from './figure.ts';

const NOTICE_DAYS = 30;

/** Reader of licences: the brand of the product, the moment, and the zone that says which day it is. */
export interface LicenceReader {
  readonly brand: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zone: string;
}

/** Driver licences that ended, or end soon; without one, neither figures nor rows. */
export function licenceContent(
  drivers: readonly Driver[],
  { brand, now, zone }: LicenceReader,
): WidgetContent {
  const today = Math.floor(wallOf(now, zone) / DAY_MS) * DAY_MS;
  const due = drivers
    .flatMap(({ id, name, attributes }) => {
      const day = attributes[attributeName(brand, DRIVER_ATTRIBUTES.validity)];
      if (typeof day !== 'string' || !fitsAttribute(DRIVER_ATTRIBUTES.validity, day)) return [];
      return [{ id, name, day, days: Math.round((Date.parse(day) - today) / DAY_MS) }];
    })
    .filter(({ days }) => days <= NOTICE_DAYS)
    .toSorted((a, b) => a.days - b.days);
  if (due.length === 0) return { figures: [], rows: [] };
  const ended = due.filter(({ days }) => days < 0).length;
  return {
    figures: [
      { name: 'licences.ended', value: ended, unit: 'count', ...(ended > 0 && { tone: 'bad' }) },
      { name: 'licences.ends', value: due.length - ended, unit: 'count' },
    ],
    rows: due.map(({ id, name, day }) => ({ key: String(id), name, details: [{ day }] })),
  };
}
