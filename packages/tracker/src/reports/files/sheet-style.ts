import { distanceIn, knots, speedIn, type Language, type ReaderPreferences } from '@rastro/fleet';
import { wallClock } from '../../exports/zoned-time.ts';
import { ALARM_NAMES } from '../../notifications/texts/alarm-names.ts';
import { EVENT_NAMES } from '../../notifications/texts/event-names.ts';
import type { Cell, Column } from './column.ts';
import type { ReportJob } from '../request/report-job.ts';
import { SHEET_LABELS, type LabelKey } from './sheet-labels.ts';

const UNIT_NAMES = { km: 'km', mi: 'mi', nmi: 'nmi', kn: 'kn', kmh: 'km/h', mph: 'mph' } as const;
export const rounded = (value: number, digits: number): number =>
  digits === 0 ? Math.round(value) : Number(value.toFixed(digits));
export const maybeRounded = (value: number | null, digits: number): number | null =>
  value === null ? null : rounded(value, digits);
/** Coordinates are shown as exactly as they are known. */
const MAX_ROUNDED = 3;

/** Labels of a report of its own, by their names. */
export type OwnLabels<Own extends string> = Readonly<Record<Own, Readonly<Record<Language, string>>>>;

/** Makes columns in the language, units and time zone of the reader of a sheet. */
export class SheetStyle<Own extends string = never> {
  readonly geofenceNames: ReportJob['geofenceNames'];
  readonly #labels: ReturnType<typeof labelsIn>;
  readonly #reader: ReaderPreferences;
  /** Wall clock of the reader's zone at an instant. */
  readonly #wall: (at: number) => number;

  constructor(
    { reader, geofenceNames }: Pick<ReportJob, 'reader' | 'geofenceNames'>,
    own: OwnLabels<Own> | undefined,
  ) {
    this.#labels = labelsIn(reader.language, own ?? {});
    this.geofenceNames = geofenceNames;
    this.#reader = reader;
    this.#wall = wallClock(reader.zone);
  }

  get language(): Language {
    return this.#reader.language;
  }
  label(name: LabelKey | Own): string {
    return this.#labels[name] ?? name;
  }
  /** An event by name, an alarm by its own. Types and alarms without a name are unchanged. */
  event(type: string, alarm: unknown): string {
    const events: Readonly<Record<string, string>> = EVENT_NAMES[this.#reader.language];
    const name = events[type] ?? type;
    if (typeof alarm !== 'string') return name;
    return `${name}: ${ALARM_NAMES[this.#reader.language][alarm] ?? alarm}`;
  }
  column<Item>(name: LabelKey | Own, width: number, cell: (item: Item) => Cell): Column<Item> {
    return { label: name, title: this.label(name), kind: 'text', width, cell };
  }
  device<Item>(): Column<Item> {
    return { ...this.column<Item>('device', 24, () => null), cell: (_item, { name }) => name };
  }
  /** @param digits After the point, in every row. */
  number<Item>(
    name: LabelKey | Own,
    of: (item: Item) => number | null,
    digits: number,
    width = 12,
  ): Column<Item> {
    const cell = digits > MAX_ROUNDED ? of : (item: Item): Cell => maybeRounded(of(item), digits);
    return { ...this.column(name, width, cell), kind: 'number', digits };
  }
  /** @param of Milliseconds. */
  duration<Item>(name: LabelKey | Own, of: (item: Item) => number | null): Column<Item> {
    return { ...this.column<Item>(name, 11, of), kind: 'duration' };
  }
  /** For durations that may be seconds only. @param of Milliseconds. */
  shortDuration<Item>(name: LabelKey | Own, of: (item: Item) => number | null): Column<Item> {
    return { ...this.column<Item>(name, 11, of), kind: 'shortDuration' };
  }
  /** @param of `2026-01-31`. */
  date<Item>(name: LabelKey | Own, of: (item: Item) => string): Column<Item> {
    return { ...this.column<Item>(name, 12, (item) => Date.parse(of(item))), kind: 'date' };
  }
  /** @param at Reads an ISO instant. */
  instant<Item>(name: LabelKey | Own, at: (item: Item) => string): Column<Item> {
    return this.maybeInstant(name, at);
  }
  maybeInstant<Item>(name: LabelKey | Own, at: (item: Item) => string | null): Column<Item> {
    return this.moment(name, (item) => {
      const instant = at(item);
      return instant === null ? null : Date.parse(instant);
    });
  }
  /** @param at Milliseconds since 1970. */
  moment<Item>(name: LabelKey | Own, at: (item: Item) => number | null): Column<Item> {
    const cell = (item: Item): Cell => {
      const instant = at(item);
      return instant === null ? null : this.#wall(instant);
    };
    return { ...this.column<Item>(name, 20, cell), kind: 'instant' };
  }
  /** @param of Metres. */
  distance<Item>(name: LabelKey | Own, of: (item: Item) => number): Column<Item> {
    return this.maybeDistance(name, of);
  }
  maybeDistance<Item>(name: LabelKey | Own, of: (item: Item) => number | null): Column<Item> {
    const { distanceUnit } = this.#reader;
    const title = `${this.label(name)} (${UNIT_NAMES[distanceUnit]})`;
    const cell = (item: Item): Cell => {
      const metres = of(item);
      return metres === null ? null : rounded(distanceIn(metres, distanceUnit), 2);
    };
    return { label: name, title, kind: 'number', digits: 2, width: 13, cell };
  }
  /** @param of Knots. */
  speed<Item>(name: LabelKey | Own, of: (item: Item) => number): Column<Item> {
    return this.maybeSpeed(name, of);
  }
  maybeSpeed<Item>(name: LabelKey | Own, of: (item: Item) => number | null): Column<Item> {
    const { speedUnit } = this.#reader;
    const title = `${this.label(name)} (${UNIT_NAMES[speedUnit]})`;
    const cell = (item: Item): Cell => {
      const speed = of(item);
      return speed === null ? null : rounded(speedIn(knots(speed), speedUnit), 1);
    };
    return { label: name, title, kind: 'number', digits: 1, width: 13, cell };
  }
  /** The address, else the coordinates. */
  place<Item>(
    name: LabelKey | Own,
    read: (item: Item) => readonly [latitude: number, longitude: number, address: string | null],
  ): Column<Item> {
    return this.column(name, 30, (item) => {
      const [latitude, longitude, address] = read(item);
      return address ?? `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
    });
  }
}

/** Attributes in one cell. */
export function listed(attributes: object): string {
  let text = '';
  for (const [name, value] of Object.entries(attributes))
    text += `${text === '' ? '' : ' '}${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
  return text;
}

/** Labels that all reports share, and those of one. */
export const labelsIn = (language: Language, own: OwnLabels<string>): Readonly<Record<string, string>> => ({
  ...SHEET_LABELS[language],
  ...Object.fromEntries(Object.entries(own).map(([name, texts]) => [name, texts[language]])),
});
