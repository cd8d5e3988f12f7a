import { distanceIn, knots, speedIn, type DiagnosisVerdict, type ReaderPreferences } from '@rastro/fleet';
import { zonedTime } from '../exports/zoned-time.ts';
import type { Cell, Column } from './column.ts';
import type { ReportJob } from './report-job.ts';
import { SHEET_WORDS, type Word } from './sheet-words.ts';
import { VERDICT_WORDS } from './verdict-words.ts';

const UNIT_NAMES = { km: 'km', mi: 'mi', nmi: 'nmi', kn: 'kn', kmh: 'km/h', mph: 'mph' } as const;
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
export const maybeRounded = (value: number | null, digits: number): number | null =>
  value === null ? null : rounded(value, digits);
export const hours = (ms: number): number => rounded(ms / 3_600_000, 2);
/** Of what may last seconds only. */
export const minutes = (ms: number): number => rounded(ms / 60_000, 1);

/** Makes columns in the language, units and time zone of the reader of a sheet. */
export class SheetStyle {
  readonly geofenceNames: ReportJob['geofenceNames'];
  readonly #reader: ReaderPreferences;
  /** An instant, milliseconds since 1970, as people of the zone write it. */
  readonly time: (at: number) => string;

  constructor({ reader, geofenceNames }: Pick<ReportJob, 'reader' | 'geofenceNames'>) {
    this.geofenceNames = geofenceNames;
    this.#reader = reader;
    this.time = zonedTime(reader.zone);
  }

  word(name: Word): string {
    return SHEET_WORDS[this.#reader.language][name];
  }
  /** Why a device is not heard, in a sentence. */
  verdict(verdict: DiagnosisVerdict | null): string | null {
    return verdict === null ? null : VERDICT_WORDS[this.#reader.language][verdict];
  }
  column<Item>(name: Word, width: number, cell: (item: Item) => Cell): Column<Item> {
    return { word: name, title: this.word(name), width, cell };
  }
  device<Item>(): Column<Item> {
    return { word: 'device', title: this.word('device'), width: 24, cell: (_item, { name }) => name };
  }
  /** @param at Reads an ISO instant. */
  instant<Item>(name: Word, at: (item: Item) => string): Column<Item> {
    return this.column(name, 20, (item) => this.time(Date.parse(at(item))));
  }
  maybeInstant<Item>(name: Word, at: (item: Item) => string | null): Column<Item> {
    return this.column(name, 20, (item) => {
      const instant = at(item);
      return instant === null ? null : this.time(Date.parse(instant));
    });
  }
  /** @param of Metres. */
  distance<Item>(name: Word, of: (item: Item) => number): Column<Item> {
    return this.maybeDistance(name, of);
  }
  maybeDistance<Item>(name: Word, of: (item: Item) => number | null): Column<Item> {
    const { distanceUnit } = this.#reader;
    const title = `${this.word(name)} (${UNIT_NAMES[distanceUnit]})`;
    const cell = (item: Item): Cell => {
      const metres = of(item);
      return metres === null ? null : rounded(distanceIn(metres, distanceUnit), 2);
    };
    return { word: name, title, width: 14, cell };
  }
  /** @param of Knots. */
  speed<Item>(name: Word, of: (item: Item) => number): Column<Item> {
    return this.maybeSpeed(name, of);
  }
  maybeSpeed<Item>(name: Word, of: (item: Item) => number | null): Column<Item> {
    const { speedUnit } = this.#reader;
    const title = `${this.word(name)} (${UNIT_NAMES[speedUnit]})`;
    const cell = (item: Item): Cell => {
      const speed = of(item);
      return speed === null ? null : rounded(speedIn(knots(speed), speedUnit), 1);
    };
    return { word: name, title, width: 14, cell };
  }
  /** The address, else the coordinates. */
  place<Item>(
    name: Word,
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
