import type { RawPosition } from '@rastro/storage';
import { distanceIn, knots, speedIn, type FleetEvent } from '@rastro/fleet';
import { zonedTime } from '../exports/zoned-time.ts';
import type { ReportDevice } from './device-reports.ts';
import type { GeofenceItem } from './event-reports.ts';
import type { StopItem, SummaryItem, TripItem } from './report-items.ts';
import type { ReportJob } from './report-job.ts';
import { SHEET_WORDS, type Word } from './sheet-words.ts';

export interface Column<T> {
  readonly title: string;
  /** Characters, for the width in a spreadsheet. */
  readonly width: number;
  readonly cell: (item: T, device: ReportDevice) => string | number | boolean | null;
}
export interface Sheet {
  readonly name: string;
  readonly columns: readonly Column<never>[];
}

const UNIT_NAMES = { km: 'km', mi: 'mi', nmi: 'nmi', kn: 'kn', kmh: 'km/h', mph: 'mph' } as const;
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** The columns of a report, in the language, units and time zone of its reader. */
export function sheetFor({ type, reader, geofenceNames }: ReportJob): Sheet {
  const time = zonedTime(reader.zone);
  const word = (name: Word): string => SHEET_WORDS[reader.language][name];
  const iso = (text: string): string => time(Date.parse(text));
  const metres = (value: number): number => rounded(distanceIn(value, reader.distanceUnit), 2);
  const speed = (value: number): number => rounded(speedIn(knots(value), reader.speedUnit), 1);
  const hours = (ms: number): number => rounded(ms / 3_600_000, 2);
  const titled = <T>(title: string, width: number, cell: Column<T>['cell']): Column<T> => ({
    title,
    width,
    cell,
  });
  const named = <T>(name: Word, width: number, cell: Column<T>['cell']): Column<T> =>
    titled(word(name), width, cell);
  const inDistance = <T>(name: Word, cell: (item: T) => number): Column<T> =>
    titled(`${word(name)} (${UNIT_NAMES[reader.distanceUnit]})`, 14, (item) => metres(cell(item)));
  const inSpeed = <T>(name: Word, cell: (item: T) => number): Column<T> =>
    titled(`${word(name)} (${UNIT_NAMES[reader.speedUnit]})`, 14, (item) => speed(cell(item)));
  const device = named('device', 24, (_item: object, { name }) => name);
  const span = [
    named<TripItem>('start', 20, ({ startTime }) => iso(startTime)),
    named<TripItem>('end', 20, ({ endTime }) => iso(endTime)),
  ];
  const place = (name: Word, read: (item: TripItem) => readonly [number, number, string | null]) =>
    named<TripItem>(name, 30, (item) => {
      const [latitude, longitude, address] = read(item);
      return address ?? `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
    });

  const columns: Readonly<Record<ReportJob['type'], readonly Column<never>[]>> = {
    trips: [
      device,
      ...span,
      named<TripItem>('duration', 12, ({ duration }) => hours(duration)),
      inDistance<TripItem>('distance', ({ distance }) => distance),
      inSpeed<TripItem>('averageSpeed', ({ averageSpeed }) => averageSpeed),
      inSpeed<TripItem>('maxSpeed', ({ maxSpeed }) => maxSpeed),
      named<TripItem>('fuel', 12, ({ spentFuel }) => rounded(spentFuel, 2)),
      place('from', ({ startLat, startLon, startAddress }) => [startLat, startLon, startAddress]),
      place('to', ({ endLat, endLon, endAddress }) => [endLat, endLon, endAddress]),
      named<TripItem>('driver', 20, ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId),
    ],
    stops: [
      device,
      ...span,
      named<StopItem>('duration', 12, ({ duration }) => hours(duration)),
      named<StopItem>('engineHours', 12, ({ engineHours }) => hours(engineHours)),
      named<StopItem>('fuel', 12, ({ spentFuel }) => rounded(spentFuel, 2)),
      inDistance<StopItem>('odometer', ({ startOdometer }) => startOdometer),
      named<StopItem>(
        'place',
        30,
        ({ latitude, longitude, address }) => address ?? `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`,
      ),
    ],
    summary: [
      device,
      ...span,
      inDistance<SummaryItem>('distance', ({ distance }) => distance),
      inDistance<SummaryItem>('startOdometer', ({ startOdometer }) => startOdometer),
      inDistance<SummaryItem>('endOdometer', ({ endOdometer }) => endOdometer),
      inSpeed<SummaryItem>('averageSpeed', ({ averageSpeed }) => averageSpeed),
      inSpeed<SummaryItem>('maxSpeed', ({ maxSpeed }) => maxSpeed),
      named<SummaryItem>('engineHours', 12, ({ engineHours }) => hours(engineHours)),
      named<SummaryItem>('fuel', 12, ({ spentFuel }) => rounded(spentFuel, 2)),
    ],
    events: [
      device,
      named<FleetEvent>('time', 20, ({ eventTime }) => iso(eventTime)),
      named<FleetEvent>('event', 20, ({ type: name }) => name),
      named<FleetEvent>('geofence', 24, ({ geofenceId }) => geofenceNames[geofenceId] ?? null),
      named<FleetEvent>('details', 40, ({ attributes }) => listed(attributes)),
    ],
    route: [
      device,
      named<RawPosition>('time', 20, ({ fixTime }) => time(fixTime)),
      named<RawPosition>('valid', 8, ({ valid }) => valid),
      named<RawPosition>('latitude', 12, ({ latitude }) => latitude),
      named<RawPosition>('longitude', 12, ({ longitude }) => longitude),
      named<RawPosition>('altitude', 10, ({ altitude }) => altitude),
      inSpeed<RawPosition>('speed', (item) => item.speed),
      named<RawPosition>('course', 10, ({ course }) => course),
      named<RawPosition>('address', 30, ({ address }) => address),
      named<RawPosition>('details', 60, ({ attributes }) => listed(JSON.parse(attributes) as object)),
    ],
    geofences: [
      device,
      named<GeofenceItem>(
        'geofence',
        24,
        ({ geofenceId }) => geofenceNames[geofenceId] ?? String(geofenceId),
      ),
      named<GeofenceItem>('start', 20, ({ startTime }) => iso(startTime)),
      named<GeofenceItem>('end', 20, ({ endTime }) => iso(endTime)),
      named<GeofenceItem>('duration', 12, ({ startTime, endTime }) =>
        hours(Date.parse(endTime) - Date.parse(startTime)),
      ),
    ],
    // A picture, no list: it has no sheet, and the routes offer none.
    combined: [],
  };
  return { name: word(type === 'combined' ? 'route' : type), columns: columns[type] };
}

const listed = (attributes: object): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(' ');
