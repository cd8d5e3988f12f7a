import type { Cell, Column } from '../files/column.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import type { ReportJob } from '../request/report-job.ts';
import type { ReportDevice } from '../request/report-device.ts';

export interface OfMany<Item> {
  /** Items of all devices of a job, in their order. */
  readonly items: (reader: ReportReader, job: ReportJob) => Promise<readonly Item[]>;
  /** By which items of several devices are one; null = each device has its own. */
  readonly keyOf: (job: ReportJob) => ((item: Item) => string) | null;
  /** Adds two items of one key. */
  readonly join: (a: Item, b: Item) => Item;
  /** Order of items that have keys. */
  readonly compare: (job: ReportJob) => (a: Item, b: Item) => number;
}
/** Adds items up to one. */
export interface Adding<Item> {
  readonly none: Item;
  readonly add: (a: Item, b: Item) => Item;
}
/** Items of several devices that become one, as JSON. */
export interface JoinedReport {
  /** Of the devices of a job: null is a pause, the items come in the end. */
  readonly of: (reader: ReportReader, job: ReportJob) => AsyncIterable<string | null>;
  /** Of such answers: the items of all. */
  readonly all: (answers: readonly string[]) => readonly string[];
}

/** Devices that are read at once: few enough that a thread hears soon that nobody waits any more. */
const DEVICES_PER_LOT = 256;

/** A job in parts whose devices are read at once. */
export function* lotsOf(job: ReportJob): Generator<ReportJob> {
  for (let at = 0; at < job.devices.length; at += DEVICES_PER_LOT)
    yield { ...job, devices: job.devices.slice(at, at + DEVICES_PER_LOT) };
}

interface Sources<Item> {
  /** Of one device. */
  readonly items: (
    reader: ReportReader,
    job: ReportJob,
    device: ReportDevice,
  ) => AsyncIterable<readonly Item[]>;
  readonly adds?: Adding<Item>;
  readonly ofMany?: OfMany<Item>;
  /** An item of the answer. */
  readonly json?: (item: Item) => string;
}
/** Items that are one: by a key, or all. */
interface Joining<Item> {
  readonly keyOf: (item: Item) => string;
  readonly join: (a: Item, b: Item) => Item;
  readonly compare: ((a: Item, b: Item) => number) | null;
  /** Of no items; absent = none. */
  readonly none?: Item;
}

/** Says how items of several devices become one; null = each device has its own. */
export function joinedBy<Item extends object>(
  { items, adds, ofMany, json = JSON.stringify }: Sources<Item>,
  job: Omit<ReportJob, 'output'>,
): JoinedReport | null {
  const joining = joiningOf(adds, ofMany, { ...job, output: 'json' });
  if (joining === null) return null;
  return {
    async *of(reader, part) {
      let known: readonly Item[] = [];
      for (const lot of lotsOf(part)) {
        if (ofMany) known = joinedItems([...known, ...(await ofMany.items(reader, lot))], joining);
        else
          for (const device of lot.devices)
            for await (const page of items(reader, lot, device))
              known = joinedItems([...known, ...page], joining);
        yield null;
      }
      yield JSON.stringify(known);
    },
    all(answers) {
      const some = answers.flatMap((text): readonly Item[] => JSON.parse(text));
      const all = joinedItems(some, joining);
      const answered = all.length === 0 && joining.none !== undefined ? [joining.none] : all;
      return answered.map((item) => json(item));
    },
  };
}

function joiningOf<Item>(
  adds: Adding<Item> | undefined,
  ofMany: OfMany<Item> | undefined,
  job: ReportJob,
): Joining<Item> | null {
  if (job.isSummed && adds) return { keyOf: () => '', join: adds.add, compare: null, none: adds.none };
  const keyOf = ofMany?.keyOf(job) ?? null;
  if (!ofMany || keyOf === null) return null;
  return { keyOf, join: ofMany.join, compare: ofMany.compare(job) };
}

function joinedItems<Item>(
  items: readonly Item[],
  { keyOf, join, compare, none }: Joining<Item>,
): readonly Item[] {
  const byKey = new Map<string, Item>();
  for (const item of items) {
    const key = keyOf(item);
    const before = byKey.get(key) ?? none;
    byKey.set(key, before === undefined ? item : join(before, item));
  }
  const all = [...byKey.values()];
  return compare ? all.sort(compare) : all;
}

/** Rows of a sheet of many devices: where they have keys, all are read before the first is there. */
export async function* allRows<Item extends object>(
  ofMany: OfMany<Item>,
  columns: readonly Column<Item>[],
  reader: ReportReader,
  job: ReportJob,
): AsyncGenerator<readonly Cell[][]> {
  const joining = joiningOf(undefined, ofMany, job);
  let known: readonly Item[] = [];
  for (const lot of lotsOf(job)) {
    const items = await ofMany.items(reader, lot);
    if (joining) known = joinedItems([...known, ...items], joining);
    yield joining ? [] : items.map((item) => rowOf(item, columns, lot));
  }
  yield known.map((item) => rowOf(item, columns, job));
}

function rowOf<Item>(item: Item, columns: readonly Column<Item>[], { devices }: ReportJob): Cell[] {
  const [device] = devices;
  return device ? columns.map(({ cell }) => cell(item, device)) : [];
}
