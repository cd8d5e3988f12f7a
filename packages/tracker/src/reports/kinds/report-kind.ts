import type { Language } from '@rastro/fleet';
import type { SheetHead } from '@rastro/outgoing/sheets';
import type { Cell, Column } from '../files/column.ts';
import type { ReportDevice } from '../traccar/device-reports.ts';
import type { ReportJob } from '../request/report-job.ts';
import { insideOf } from '../request/report-hours.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import { SheetStyle } from '../files/sheet-style.ts';

export type Titles = Readonly<Record<Language, string>>;
/** All that one file says of a report. */
export interface ReportDefinition<Item extends object> {
  /** Title of the sheet and its mail. */
  readonly title: Titles;
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
  /** Null = a picture of the application, without a sheet. */
  readonly columns: ((style: SheetStyle) => readonly Column<Item>[]) | null;
  /** Long lists are passed on as they come, one device after the other; else devices are read side by side. */
  readonly isLong?: boolean;
  /** Its items have addresses (`with-addresses.ts`): the thread is given the names of towns first. */
  readonly namesPlaces?: boolean;
  /** Sections of a printed report; absent = days. */
  readonly partedBy?: (job: ReportJob) => Parting;
  /** Figures of unlike things have no total. */
  readonly hasTotals?: boolean;
  /** A printed one has a picture of the way. */
  readonly showsTrack?: boolean;
}
/** Below heads of vehicles and days, of vehicles, or not at all. */
export type Parting = 'days' | 'vehicles' | 'none';

/** A report without the type of its items. */
export interface ReportKind {
  readonly title: Titles;
  readonly isLong: boolean;
  readonly namesPlaces: boolean;
  readonly partedBy: (job: ReportJob) => Parting;
  readonly hasTotals: boolean;
  readonly showsTrack: boolean;
  readonly jsonPages: (
    reader: ReportReader,
    job: ReportJob,
    device: ReportDevice,
  ) => AsyncIterable<readonly string[]>;
  /** @returns the head of the sheet and its rows; null = there is none. */
  readonly sheet: (job: ReportJob) => ReportSheet | null;
}
export interface ReportSheet extends SheetHead {
  readonly columns: readonly Omit<Column<never>, 'cell'>[];
  readonly rows: (reader: ReportReader, device: ReportDevice) => AsyncIterable<readonly Cell[][]>;
}

/** Of items that say when they begin. */
export const byStart = ({ startTime }: { readonly startTime: string }): number => Date.parse(startTime);

export function defineReport<Item extends object>({
  title,
  items: all,
  beginsAt,
  json = JSON.stringify,
  allJson = () => null,
  columns: columnsFor,
  isLong = false,
  namesPlaces = false,
  partedBy = () => 'days',
  hasTotals = true,
  showsTrack = false,
}: ReportDefinition<Item>): ReportKind {
  const items: typeof all = async function* (reader, job, device) {
    const isInside = beginsAt && insideOf(job.hours);
    for await (const page of all(reader, job, device))
      yield isInside ? page.filter((item) => isInside(beginsAt(item))) : page;
  };
  return {
    title,
    isLong,
    namesPlaces,
    partedBy,
    hasTotals,
    showsTrack,
    async *jsonPages(reader, job, device) {
      const whole = job.hours === null ? allJson(reader, job, device) : null;
      if (whole) yield* whole;
      else for await (const page of items(reader, job, device)) yield page.map((item) => json(item));
    },
    sheet: (job) => {
      if (columnsFor === null) return null;
      const columns = columnsFor(new SheetStyle(job));
      return {
        name: title[job.reader.language],
        columns,
        async *rows(reader, device) {
          for await (const page of items(reader, job, device))
            yield page.map((item) => columns.map(({ cell }) => cell(item, device)));
        },
      };
    },
  };
}
