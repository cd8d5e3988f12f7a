import type { Language } from '@rastro/fleet';
import type { SheetHead } from '@rastro/outgoing/sheets';
import type { Cell, Column } from '../files/column.ts';
import type { ReportDevice } from '../request/report-device.ts';
import type { ReportJob } from '../request/report-job.ts';
import { insideOf } from '../request/report-hours.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import type { LabelKey } from '../files/sheet-labels.ts';
import { labelsIn, SheetStyle, type OwnLabels } from '../files/sheet-style.ts';
import type { FigureSection } from '../files/figure-section.ts';
import { allItems, allRows, joinedBy, type Adding, type JoinedReport, type OfMany } from './joined-items.ts';

export type Titles = Readonly<Record<Language, string>>;
/**
 * All that the server says of a report, beside its items and its right (`fleet`). Sums are what is read of many devices,
 * where items are made of them.
 */
export interface ReportDefinition<Item extends object, Own extends string = never, Sums = Item> {
  /** Title of the sheet and its mail. */
  readonly title: Titles;
  /** Labels that no other report has: titles of its columns, words in its cells. */
  readonly labels?: OwnLabels<Own>;
  /** Items of one device, page by page as its history is read. */
  readonly items: (
    reader: ReportReader,
    job: ReportJob,
    device: ReportDevice,
  ) => AsyncIterable<readonly Item[]>;
  /**
   * Begin of an item, so that a report narrowed to hours has only items that begin within them; null = `items` applies
   * the hours itself: its items are sums.
   */
  readonly beginsAt: ((item: Item) => number) | null;
  /** An item as JSON. */
  readonly json?: (item: Item) => string;
  /** All of a report that is not narrowed to hours as JSON, faster than item by item; null = of this one it cannot. */
  readonly allJson?: (
    reader: ReportReader,
    job: ReportJob,
    device: ReportDevice,
  ) => AsyncIterable<readonly string[]> | null;
  /** Adds what is read of many devices up to one line of all; absent = it has none. */
  readonly adds?: Adding<Sums>;
  /** Reads many devices at once, instead of one after the other; its columns read no device. */
  readonly ofMany?: OfMany<Sums, Item>;
  /** Null = a picture of the application, without a sheet. */
  readonly columns: ((style: SheetStyle<Own>, job: ReportJob) => readonly Column<Item>[]) | null;
  /** Long lists are passed on as they come, one device after the other; else devices are read side by side. */
  readonly isLong?: boolean;
  /** Its items have addresses (`with-addresses.ts`): the thread is given the names of towns first. */
  readonly namesPlaces?: boolean;
  /** Sections of a printed report; absent = days. */
  readonly partedBy?: (job: ReportJob) => Parting;
  /** Lines are civil days, whether that is asked for or not. */
  readonly isDaily?: boolean;
  /** It says why devices are silent: the job is given their verdicts. */
  readonly saysVerdicts?: boolean;
  /** It lists or counts events of driving style: the job is given those that were taken back. */
  readonly hasDrivingEvents?: boolean;
  /** Says at the head of a file what a filter of its own leaves out. */
  readonly narrowing?: (
    job: Pick<ReportJob, 'eventTypes'>,
    label: (name: LabelKey | Own) => string,
  ) => readonly string[];
  /** A printed one has a picture of the way. */
  readonly showsTrack?: boolean;
  /**
   * Its items are figures, and it is printed as them: the job is given the period that they are compared with, and what
   * waits for somebody.
   */
  readonly sections?: (
    style: SheetStyle<Own>,
    job: ReportJob,
  ) => (items: readonly Item[]) => readonly FigureSection[];
}
/** Below heads of vehicles and days, of vehicles, or not at all. */
export type Parting = 'days' | 'vehicles' | 'none';

/** A report without the type of its items. */
export interface ReportKind {
  readonly title: Titles;
  readonly isLong: boolean;
  readonly namesPlaces: boolean;
  readonly partedBy: (job: ReportJob) => Parting;
  readonly isDaily: boolean;
  readonly saysVerdicts: boolean;
  readonly hasDrivingEvents: boolean;
  readonly showsTrack: boolean;
  readonly narrowing: (job: Pick<ReportJob, 'eventTypes' | 'reader'>) => readonly string[];
  /** Of the devices of a job, in their order. */
  readonly jsonPages: (reader: ReportReader, job: ReportJob) => AsyncIterable<readonly string[]>;
  /** It has one line of all devices. */
  readonly addsUp: boolean;
  /** It is made of sums of days: it may be of a whole fleet over years. */
  readonly isOfDays: boolean;
  readonly hasFigures: boolean;
  /** Many devices are read at once. */
  readonly isOfMany: boolean;
  /** Of a job whose lines are of several devices, in whatever turns they are read; null = they are not. */
  readonly joined: (job: Omit<ReportJob, 'output'>) => JoinedReport | null;
  /** @returns the head of the sheet and its rows; null = there is none. */
  readonly sheet: (job: ReportJob) => ReportSheet | null;
  /** Figures as they are printed: empty lists are pauses; null = it is printed as a table. */
  readonly sections: (reader: ReportReader, job: ReportJob) => AsyncIterable<readonly FigureSection[]> | null;
}
export interface ReportSheet extends SheetHead {
  readonly columns: readonly Omit<Column<never>, 'cell'>[];
  readonly rows: (reader: ReportReader, device: ReportDevice) => AsyncIterable<readonly Cell[][]>;
  /** Of all devices at once; null = they come one after the other. */
  readonly allRows:
    | ((reader: ReportReader, devices: readonly ReportDevice[]) => AsyncIterable<readonly Cell[][]>)
    | null;
}

/** Of items that say when they begin. */
export const byStart = ({ startTime }: { readonly startTime: string }): number => Date.parse(startTime);

/** A definition as generic code uses it: `defineReport<Item>()({ … })`. */
export const defineReport =
  <Item extends object, Sums = Item>() =>
  <Own extends string = never>(definition: ReportDefinition<Item, Own, Sums>): ReportKind => {
    const { title, partedBy = () => 'days', narrowing = () => [] } = definition;
    const { isLong = false, namesPlaces = false, showsTrack = false } = definition;
    const { isDaily = false, saysVerdicts = false, ofMany, sections } = definition;
    // Totals of many devices are sums with events in them.
    const { hasDrivingEvents = ofMany !== undefined } = definition;
    return {
      title,
      isLong,
      namesPlaces,
      isDaily,
      saysVerdicts,
      hasDrivingEvents,
      partedBy,
      showsTrack,
      narrowing: (job) => {
        const texts = labelsIn(job.reader.language, definition.labels ?? {});
        return narrowing(job, (name) => texts[name] ?? name);
      },
      jsonPages: (reader, job) => jsonPages(definition, reader, job),
      addsUp: definition.adds !== undefined,
      isOfDays: ofMany !== undefined,
      hasFigures: sections !== undefined,
      isOfMany: ofMany !== undefined,
      joined: (job) => joinedBy(definition, job),
      sheet: (job) => {
        if (definition.columns === null) return null;
        const columns = definition.columns(new SheetStyle(job, definition.labels), job);
        return {
          name: title[job.reader.language],
          columns,
          async *rows(reader, device) {
            for await (const page of itemsInside(definition, reader, job, device))
              yield page.map((item) => columns.map(({ cell }) => cell(item, device)));
          },
          allRows: ofMany ? (reader, devices) => allRows(ofMany, columns, reader, { ...job, devices }) : null,
        };
      },
      sections: (reader, job) =>
        ofMany && sections
          ? sectionPages(ofMany, sections(new SheetStyle(job, definition.labels), job), reader, job)
          : null,
    };
  };

async function* sectionPages<Sums, Item extends object>(
  ofMany: OfMany<Sums, Item>,
  sections: (items: readonly Item[]) => readonly FigureSection[],
  reader: ReportReader,
  job: ReportJob,
): AsyncGenerator<readonly FigureSection[]> {
  for await (const items of allItems(ofMany, reader, job)) yield sections(items);
}

type Items<Item extends object, Sums> = Pick<
  ReportDefinition<Item, never, Sums>,
  'items' | 'beginsAt' | 'json' | 'allJson' | 'ofMany'
>;

/** Items of one device that begin within the hours of the job. */
async function* itemsInside<Item extends object, Sums>(
  { items, beginsAt }: Items<Item, Sums>,
  reader: ReportReader,
  job: ReportJob,
  device: ReportDevice,
): AsyncGenerator<readonly Item[]> {
  const isInside = beginsAt && insideOf(job.hours);
  for await (const page of items(reader, job, device))
    yield isInside ? page.filter((item) => isInside(beginsAt(item))) : page;
}

async function* jsonPages<Item extends object, Sums>(
  definition: Items<Item, Sums>,
  reader: ReportReader,
  job: ReportJob,
): AsyncGenerator<readonly string[]> {
  const { json = JSON.stringify, allJson = () => null, ofMany } = definition;
  if (ofMany) for await (const items of allItems(ofMany, reader, job)) yield items.map((item) => json(item));
  else
    for (const device of job.devices) {
      const whole = job.hours === null ? allJson(reader, job, device) : null;
      if (whole) yield* whole;
      else
        for await (const page of itemsInside(definition, reader, job, device))
          yield page.map((item) => json(item));
    }
}
