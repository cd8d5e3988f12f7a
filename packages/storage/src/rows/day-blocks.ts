import type { TripChange, TripDay } from '../trip-port.ts';
import { addValues } from './add-days.ts';
import { packDriver, packSums, SUM_FIELDS, type Numbers } from './trip-codec.ts';
import { parsed } from './values.ts';

/**
 * Days of a device, or of one driver with it, that are added up: a year of a fleet is read in blocks. With the sums of
 * each day, so that a block can be cut at a midnight.
 */
export interface DayBlock {
  readonly deviceId: number;
  /** As `packDriver` writes it; '' = of the device. */
  readonly driver: string;
  readonly block: number;
  /** As JSON: sums in the order of `SUM_FIELDS`, zeros at the end left out. */
  readonly sums: string;
  /** As JSON: for each day with anything its number, and its sums. */
  readonly days: string;
}

const BLOCK_DAYS = 32;
/** The driver of blocks of a device. */
export const OF_DEVICE = '';
export const blockOf = (day: number): number => Math.floor(day / BLOCK_DAYS);
export const firstDayOf = (block: number): number => block * BLOCK_DAYS;

/** Blocks whose days a change touches, both included; null = none. */
export function blocksTouched({
  days,
  replacesDays,
}: Pick<TripChange, 'days' | 'replacesDays'>): { readonly from: number; readonly to: number } | null {
  const numbers = days.map(({ day }) => day);
  if (replacesDays) numbers.push(replacesDays.from, replacesDays.to ?? Number.MAX_SAFE_INTEGER);
  if (numbers.length === 0) return null;
  return { from: blockOf(Math.min(...numbers)), to: blockOf(Math.max(...numbers)) };
}

/**
 * The touched blocks that a change makes other ones. @param before All stored blocks of the device that it touches.
 * @returns those to store, and those to remove because nothing is left in them.
 */
export function blocksAfter(
  before: readonly DayBlock[],
  change: Pick<TripChange, 'deviceId' | 'days' | 'driverDays' | 'replacesDays'>,
): { readonly stored: readonly DayBlock[]; readonly emptied: readonly DayBlock[] } {
  const given = givenBlocks(change);
  const replaced = change.replacesDays;
  const renewed = new Set(change.days.map(({ day }) => day));
  const givesWay = (day: number): boolean =>
    renewed.has(day) || (replaced !== null && day >= replaced.from && day <= (replaced.to ?? Infinity));
  const stored: DayBlock[] = [];
  const emptied: DayBlock[] = [];
  for (const block of before) {
    const place = placeOf(block);
    const added = given.get(place);
    given.delete(place);
    const days = daysIn(block.days);
    const left = days.filter(([day = 0]) => !givesWay(day));
    if (!added && left.length === days.length) continue;
    const after = [...left, ...(added?.days ?? [])];
    if (after.length === 0) emptied.push(block);
    else stored.push(packBlock(block, after));
  }
  for (const { days, ...block } of given.values()) stored.push(packBlock(block, days));
  return { stored, emptied };
}

type Place = Pick<DayBlock, 'deviceId' | 'driver' | 'block'>;
const placeOf = ({ driver, block }: Place): string => `${block} ${driver}`;

function givenBlocks({
  deviceId,
  days,
  driverDays,
}: Pick<TripChange, 'deviceId' | 'days' | 'driverDays'>): Map<string, Place & { readonly days: Numbers[] }> {
  const given = new Map<string, Place & { readonly days: Numbers[] }>();
  const add = (driver: string, { day, sums }: TripDay): void => {
    const place = { deviceId, driver, block: blockOf(day) };
    const known = given.get(placeOf(place)) ?? { ...place, days: [] };
    known.days.push([day, ...packSums(sums)]);
    given.set(placeOf(place), known);
  };
  for (const day of days) add(OF_DEVICE, day);
  for (const day of driverDays) add(packDriver(day.driver), day);
  return given;
}

function packBlock({ deviceId, driver, block }: Place, days: readonly Numbers[]): DayBlock {
  const sums = SUM_FIELDS.map(() => 0);
  for (const day of days) addValues(sums, day, 1);
  while (sums.at(-1) === 0) sums.pop();
  const inOrder = days.toSorted(([a = 0], [b = 0]) => a - b);
  return { deviceId, driver, block, sums: JSON.stringify(sums), days: JSON.stringify(inOrder) };
}

export const sumsIn = (text: string): Numbers => parsed(text);
/** Number and sums of each day. */
export const daysIn = (text: string): readonly Numbers[] => parsed(text);
