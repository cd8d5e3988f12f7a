import type { Cell, Column } from '../files/column.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import type { ReportJob } from '../request/report-job.ts';

/** Reads many devices at once. Sums are added up over all of them, and become items only then: a rate is of them all. */
export interface OfMany<Sums, Item = Sums> {
  /** Sums of all devices of a job, in their order. */
  readonly items: (reader: ReportReader, job: ReportJob) => Promise<readonly Sums[]>;
  /** By which sums of several devices are one; null = each device has its own. */
  readonly keyOf: (job: ReportJob) => ((sums: Sums) => string) | null;
  /** Adds two sums of one key. */
  readonly join: (a: Sums, b: Sums) => Sums;
  /** Order of sums that have keys. */
  readonly compare: (job: ReportJob) => (a: Sums, b: Sums) => number;
  /** Makes items of sums to which nothing is added any more. */
  readonly finish: (job: Omit<ReportJob, 'output'>) => (sums: readonly Sums[]) => readonly Item[];
}
/** Of reports whose items are sums. */
export const asTheyAre =
  () =>
  <Sums>(sums: readonly Sums[]): readonly Sums[] =>
    sums;
/** Adds sums up to one. */
export interface Adding<Sums> {
  readonly none: Sums;
  readonly add: (a: Sums, b: Sums) => Sums;
}
/** Items of several devices that become one, as JSON. */
export interface JoinedReport {
  /** Of the devices of a job: null is a pause, the items come in the end. */
  readonly of: (reader: ReportReader, job: ReportJob) => AsyncIterable<string | null>;
  /** Of such answers: the items of all, or a page of them. */
  readonly all: (answers: readonly string[], page: ReportJob['page']) => readonly string[];
}

/** Devices that are read at once: few enough that a thread hears soon that nobody waits any more. */
const DEVICES_PER_LOT = 256;

/** A job in parts whose devices are read at once. */
export function* lotsOf(job: ReportJob): Generator<ReportJob> {
  for (let at = 0; at < job.devices.length; at += DEVICES_PER_LOT)
    yield { ...job, devices: job.devices.slice(at, at + DEVICES_PER_LOT) };
}

interface Sources<Sums, Item> {
  readonly adds?: Adding<Sums>;
  readonly ofMany?: OfMany<Sums, Item>;
  /** An item of the answer. */
  readonly json?: (item: Item) => string;
}
/** Items that are one: by a key, or all. */
interface Joining<Sums> {
  readonly keyOf: (sums: Sums) => string;
  readonly join: (a: Sums, b: Sums) => Sums;
  readonly compare: ((a: Sums, b: Sums) => number) | null;
  /** Of no items; absent = none. */
  readonly none?: Sums;
}

/** Says how sums of several devices become one; null = each device has its own. */
export function joinedBy<Sums, Item extends object>(
  { adds, ofMany, json = JSON.stringify }: Sources<Sums, Item>,
  job: Omit<ReportJob, 'output'>,
): JoinedReport | null {
  const joining = ofMany ? joiningOf(adds, ofMany, { ...job, output: 'json' }) : null;
  if (!ofMany || joining === null) return null;
  return {
    async *of(reader, part) {
      let known: readonly Sums[] = [];
      for (const lot of lotsOf(part)) {
        known = joinedItems([...known, ...(await ofMany.items(reader, lot))], joining);
        yield null;
      }
      yield JSON.stringify(known);
    },
    all(answers, page) {
      const some = answers.flatMap((text): readonly Sums[] => JSON.parse(text));
      const all = joinedItems(some, joining);
      const answered = all.length === 0 && joining.none !== undefined ? [joining.none] : all;
      const items = ofMany.finish(job)(answered);
      const first = page?.offset ?? 0;
      return items.slice(first, first + (page?.limit ?? items.length)).map((item) => json(item));
    },
  };
}

function joiningOf<Sums, Item>(
  adds: Adding<Sums> | undefined,
  ofMany: OfMany<Sums, Item>,
  job: ReportJob,
): Joining<Sums> | null {
  if (job.isSummed && adds) return { keyOf: () => '', join: adds.add, compare: null, none: adds.none };
  const keyOf = ofMany.keyOf(job);
  return keyOf && { keyOf, join: ofMany.join, compare: ofMany.compare(job) };
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

/** Rows of a sheet of many devices. */
export async function* allRows<Sums, Item extends object>(
  ofMany: OfMany<Sums, Item>,
  columns: readonly Column<Item>[],
  reader: ReportReader,
  job: ReportJob,
): AsyncGenerator<readonly Cell[][]> {
  for await (const items of allItems(ofMany, reader, job))
    yield items.map((item) => rowOf(item, columns, job));
}

/** Items of many devices: where they have keys, all are read before the first is there. */
export async function* allItems<Sums, Item>(
  ofMany: OfMany<Sums, Item>,
  reader: ReportReader,
  job: ReportJob,
): AsyncGenerator<readonly Item[]> {
  const joining = joiningOf(undefined, ofMany, job);
  const finish = ofMany.finish(job);
  let known: readonly Sums[] = [];
  for (const lot of lotsOf(job)) {
    const sums = await ofMany.items(reader, lot);
    if (joining) known = joinedItems([...known, ...sums], joining);
    yield joining ? [] : finish(sums);
  }
  yield finish(known);
}

function rowOf<Item>(item: Item, columns: readonly Column<Item>[], { devices }: ReportJob): Cell[] {
  const [device] = devices;
  return device ? columns.map(({ cell }) => cell(item, device)) : [];
}
