import { OWN_TRACKS, rowsOfRecording, rowsOfTrips } from '../../../tools/reference.ts';
import { TripReducer } from '../src/trips/trip-reducer.ts';
import { compareKeys, type TripRecord } from '../src/trips/trip-record.ts';
import { DEFAULT_TRIP_SETTINGS, type TripSettings } from '../src/trips/trip-settings.ts';
import { stretchesOf, type Stretch } from '../src/trips/stretches.ts';
import { record } from './trips.ts';

/** Recorded tracks of the reference whose sources say what the trips are. */
export const REFERENCE_SETS = [
  'porto_taxi_2013-07-01_clean',
  'omaha_drives_2019_1hz',
  'envirocar_2020',
] as const;
/** The first of them before its spikes were taken out. */
export const RAW = 'porto_taxi_2013-07-01';
type SetName = typeof OWN_TRACKS | (typeof REFERENCE_SETS)[number] | typeof RAW;

/** A stable number of a text, to share records and trips out. */
const hashOf = (text: string): number => {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
};

const read = new Map<SetName, Map<string, TripRecord[]>>();
/** Read once: callers that try settings ask repeatedly. */
function tracksOf(set: SetName): ReadonlyMap<string, readonly TripRecord[]> {
  const tracks = read.get(set) ?? readTracks(set);
  read.set(set, tracks);
  return tracks;
}

function readTracks(set: SetName): Map<string, TripRecord[]> {
  const tracks = new Map<string, TripRecord[]>();
  for (const [index, line] of rowsOfRecording(set).entries()) {
    const [vehicle = '', at = '', latitude, longitude, speed = ''] = line;
    const track = tracks.get(vehicle) ?? [];
    tracks.set(vehicle, track);
    track.push(
      record({
        id: index + 1,
        key: hashOf(line.join()),
        time: Date.parse(at),
        latitude: Number(latitude),
        longitude: Number(longitude),
        // As stored where none is sent.
        speedKmh: speed === '' ? 0 : Number(speed),
      }),
    );
  }
  for (const track of tracks.values()) track.sort(compareKeys);
  return tracks;
}

interface SourceTrip {
  readonly vehicle: string;
  readonly start: number;
  readonly end: number;
  /** Half of each set, by vehicle and day: a rule is tuned on the other half alone. */
  readonly isOtherHalf: boolean;
}

/** Kilometers driven, by derived history and by the source's own records. */
export function kilometresOf(set: SetName): { readonly books: number; readonly source: number } {
  let books = 0;
  for (const track of tracksOf(set).values())
    for (const { sums } of tripsIn(track, DEFAULT_TRIP_SETTINGS)) books += sums.distanceM / 1000;
  return { books, source: rowsOfTrips(set).reduce((sum, line) => sum + Number(line[6]), 0) };
}

const tripsOfSource = (set: SetName): SourceTrip[] =>
  rowsOfTrips(set).map(([, vehicle = '', , start = '', end = '']) => ({
    vehicle,
    start: Date.parse(start),
    end: Date.parse(end),
    isOtherHalf: isOfOtherHalf(vehicle, start),
  }));

/** @param at An ISO time: of its day in UTC. */
const isOfOtherHalf = (vehicle: string, at: string): boolean => hashOf(vehicle + at.slice(0, 10)) % 2 === 1;

export interface Score {
  readonly trips: number;
  /**
   * Trips of the derived history in that place: one that the source has in two parts, or not at all, is no miss, but it
   * is reported.
   */
  readonly found: number;
  /** Share whose start, end, both are met within two minutes, percent. */
  readonly starts: number;
  readonly ends: number;
  readonly both: number;
}
const WITHIN_MS = 120_000;

/** Scores the detected trips against the source. @param key Turns the ignition on and off with the source's trips. */
export function scoresOf(
  set: SetName,
  settings: Partial<TripSettings> = {},
  key = false,
): Record<'all' | 'oneHalf' | 'otherHalf', Score> {
  const tracks = tracksOf(set);
  const source = tripsOfSource(set);
  const trips = new Map<string, Stretch[]>();
  for (const [vehicle, track] of tracks) {
    const own = source.filter((trip) => trip.vehicle === vehicle);
    trips.set(vehicle, tripsIn(key ? withKey(track, own) : track, { ...DEFAULT_TRIP_SETTINGS, ...settings }));
  }
  const of = (isWanted: (isOtherHalf: boolean) => boolean): Score => {
    const isOfIt = (vehicle: string, trip: Stretch): boolean =>
      isWanted(isOfOtherHalf(vehicle, new Date(trip.start.time).toISOString()));
    const found = [...trips].flatMap(([vehicle, own]) => own.filter((trip) => isOfIt(vehicle, trip)));
    const chosen = source.filter(({ isOtherHalf }) => isWanted(isOtherHalf));
    return { ...scoreOf(chosen, trips), found: found.length };
  };
  return { all: of(() => true), oneHalf: of((isOther) => !isOther), otherHalf: of((isOther) => isOther) };
}

function tripsIn(track: readonly TripRecord[], settings: TripSettings): Stretch[] {
  const reducer = TripReducer.start(settings);
  for (const one of track) reducer.add(one);
  return stretchesOf([...reducer.take(), ...reducer.open()]).filter(({ kind }) => kind === 'trip');
}

/** As from a tracker that is wired: on from the first record of a trip, off with its last. */
const withKey = (track: readonly TripRecord[], source: readonly SourceTrip[]): TripRecord[] =>
  track.map((one) => ({
    ...one,
    ignition: source.some(({ start, end }) => start <= one.time && one.time < end),
  }));

function scoreOf(
  source: readonly SourceTrip[],
  trips: ReadonlyMap<string, readonly Stretch[]>,
): Omit<Score, 'found'> {
  let starts = 0;
  let ends = 0;
  let both = 0;
  for (const { vehicle, start, end } of source) {
    const found = trips.get(vehicle) ?? [];
    const hasStart = found.some((trip) => Math.abs(trip.start.time - start) <= WITHIN_MS);
    const hasEnd = found.some((trip) => Math.abs(trip.end.time - end) <= WITHIN_MS);
    if (hasStart) starts++;
    if (hasEnd) ends++;
    if (hasStart && hasEnd) both++;
  }
  const share = (count: number): number => Math.round((1000 * count) / Math.max(source.length, 1)) / 10;
  return { trips: source.length, starts: share(starts), ends: share(ends), both: share(both) };
}
