import { DAY_MS } from '@rastro/base';
import type { DeviceSums } from '../trip-port.ts';
import { addDays, addValues, type PackedDay } from './add-days.ts';
import { blockOf, daysIn, firstDayOf, OF_DEVICE, sumsIn } from './day-blocks.ts';
import { packSums, SUM_FIELDS, unpackDriver, unpackSums } from './trip-codec.ts';

const SLOTS_A_DAY = 96;

/** Which rows sums between two slots are made of. */
export interface ReadPlan {
  /** Whole days, both included; none when the last is before the first. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Block with days before the first one; null = there is none. */
  readonly cutBefore: number | null;
  /** Block with days behind the last one. It is read whole of devices whose history ends before `end`. */
  readonly cutBehind: number | null;
  /** Of the last day, in milliseconds since 1970. */
  readonly end: number;
  /** Days that an end parts: their quarters are read. */
  readonly cutDays: readonly number[];
}

export function readPlan({ from, to }: { readonly from: number; readonly to: number }): ReadPlan {
  const firstDay = Math.ceil(from / SLOTS_A_DAY);
  const lastDay = Math.floor(to / SLOTS_A_DAY) - 1;
  const ends = [from, to].filter((slot) => slot % SLOTS_A_DAY !== 0);
  const [firstBlock, lastBlock] = [blockOf(firstDay), blockOf(lastDay)];
  return {
    firstDay,
    lastDay,
    firstBlock,
    lastBlock,
    cutBefore: firstDayOf(firstBlock) < firstDay ? firstBlock : null,
    cutBehind: firstDayOf(lastBlock + 1) - 1 > lastDay ? lastBlock : null,
    end: (lastDay + 1) * DAY_MS,
    cutDays: from < to ? [...new Set(ends.map((slot) => Math.floor(slot / SLOTS_A_DAY)))] : [],
  };
}

/** A block as it is read: `days` only where it is cut. */
export interface ReadBlock {
  readonly deviceId: number;
  readonly driver: string;
  readonly sums: string;
  readonly days: string | null;
}
/** A day that is cut. */
export interface ReadDay extends PackedDay {
  readonly deviceId: number;
  readonly driver: string;
}

/** Adds rows up, for each device and driver. */
export function sumsOfRows(
  { firstDay, lastDay }: ReadPlan,
  slots: { readonly from: number; readonly to: number },
  rows: { readonly blocks: Iterable<ReadBlock>; readonly days: Iterable<ReadDay> },
): readonly DeviceSums[] {
  const all = new Map<number, Map<string, number[]>>();
  const valuesOf = (deviceId: number, driver: string): number[] => {
    let drivers = all.get(deviceId);
    if (!drivers) all.set(deviceId, (drivers = new Map()));
    let values = drivers.get(driver);
    if (!values) drivers.set(driver, (values = SUM_FIELDS.map(() => 0)));
    return values;
  };
  for (const { deviceId, driver, sums, days } of rows.blocks) {
    if (days === null) addValues(valuesOf(deviceId, driver), sumsIn(sums));
    else
      for (const day of daysIn(days)) {
        const [number = 0] = day;
        if (number >= firstDay && number <= lastDay) addValues(valuesOf(deviceId, driver), day, 1);
      }
  }
  for (const day of rows.days) {
    const [sums] = addDays([day], [slots.from, slots.to]);
    if (sums) addValues(valuesOf(day.deviceId, day.driver), packSums(sums));
  }
  return [...all].flatMap(([deviceId, drivers]) =>
    [...drivers].map(([driver, values]) => ({
      deviceId,
      driver: driver === OF_DEVICE ? null : unpackDriver(driver),
      sums: unpackSums(values),
    })),
  );
}
