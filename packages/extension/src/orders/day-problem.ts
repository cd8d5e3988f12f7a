import type { LatLng } from '@rastro/fleet';
import type { PlacedOrder, PlanVehicle, UnplannedOrder } from '@rastro/fleet/road-routes';
import type { RoutingJob, RoutingPlan, RoutingProblem, TravelMatrix } from '@rastro/fleet/routing';

/** Vehicle of a plan with its places and the stops that it has already. */
export interface DayVehicle extends Pick<PlanVehicle, 'beginsAt' | 'endsBy' | 'capacity'> {
  /** Null = it begins at its first stop, ends at its last one. */
  readonly start: LatLng | null;
  readonly end: LatLng | null;
  /** Stops that have ended, in their order: they stay the first ones. */
  readonly ended: readonly PlacedOrder[];
  /** Stops that are under way: next. */
  readonly begun: readonly PlacedOrder[];
  /** Stops whose place is not known: last. */
  readonly placeless: readonly PlacedOrder[];
}
export interface Day {
  readonly vehicles: readonly DayVehicle[];
  /** Orders that any vehicle may do. */
  readonly orders: readonly PlacedOrder[];
  /** Milliseconds since 1970; a vehicle that has begun goes on from here. */
  readonly now: number;
}
/** A day as places and what is to be worked out between them. */
export interface DayProblem {
  readonly places: readonly LatLng[];
  problem(travel: Pick<TravelMatrix, 'seconds'>): RoutingProblem;
  /** Stops of each vehicle in their order, by order, and those that no vehicle does. */
  read(plan: RoutingPlan): {
    readonly stops: readonly (readonly number[])[];
    readonly unplanned: readonly UnplannedOrder[];
  };
}

const DAY_MS = 86_400_000;
const MINUTE_S = 60;

/** Turns a day into a routing problem. Orders without a place are left out. */
export function dayProblem(day: Day): DayProblem {
  const { vehicles, orders } = day;
  const free = orders.filter(({ at }) => at !== null);
  const all = [...free, ...vehicles.flatMap(({ begun }) => begun)];
  const places = uniquePlaces([
    ...all.map(({ at }) => at),
    ...vehicles.flatMap((vehicle) => [startOf(vehicle), vehicle.end]),
  ]);
  return {
    places: places.list,
    problem: (travel) => ({
      ...withAnywhere(places.list.length, travel.seconds),
      ...workOf(day, all, places),
    }),
    read: ({ routes, unserved }) => ({
      stops: vehicles.map(({ ended, placeless }, at) => {
        const planned = routes.find(({ vehicle }) => vehicle === at)?.stops ?? [];
        const between = planned.map(({ job }) => all[job]?.id ?? 0);
        return [...ended.map(({ id }) => id), ...between, ...placeless.map(({ id }) => id)];
      }),
      unplanned: [
        ...unserved.map(({ job, reason }) => ({ orderId: all[job]?.id ?? 0, reason })),
        ...orders
          .filter(({ at }) => at === null)
          .map(({ id }) => ({ orderId: id, reason: 'noPlace' as const })),
      ],
    }),
  };
}

const startOf = ({ start, ended }: DayVehicle): LatLng | null =>
  ended.findLast(({ at }) => at !== null)?.at ?? start;

/** Jobs and vehicles, in seconds since the first departure. @param all Orders of the jobs, those under way last. */
function workOf(
  { vehicles, now }: Day,
  all: readonly PlacedOrder[],
  places: UniquePlaces,
): Pick<RoutingProblem, 'jobs' | 'vehicles'> {
  const base = Math.min(...vehicles.map(({ beginsAt }) => Date.parse(beginsAt)));
  const seconds = (time: number): number => (time - base) / 1000;
  const shifts = vehicles.map((vehicle) => {
    const begin = Date.parse(vehicle.beginsAt);
    const from = vehicle.ended.length + vehicle.begun.length > 0 ? Math.max(begin, now) : begin;
    return {
      from: seconds(from),
      to: seconds(vehicle.endsBy === null ? begin + DAY_MS : Date.parse(vehicle.endsBy)),
    };
  });
  const last = Math.max(...shifts.map(({ to }) => to));
  const total = loadOf(all);
  let nextBegun = all.length - vehicles.reduce((sum, { begun }) => sum + begun.length, 0);
  return {
    jobs: all.map(({ at, minutes, load, from, to }): RoutingJob => ({
      place: places.number(at),
      service: minutes * MINUTE_S,
      load,
      from: from === null ? 0 : Math.max(0, seconds(Date.parse(from))),
      to: to === null ? last : Math.min(last, seconds(Date.parse(to))),
      vehicle: null,
    })),
    vehicles: vehicles.map((vehicle, at) => ({
      start: places.number(startOf(vehicle)),
      end: vehicle.end && places.number(vehicle.end),
      capacity:
        vehicle.capacity === 0
          ? total
          : Math.max(0, vehicle.capacity - loadOf([...vehicle.ended, ...vehicle.placeless])),
      ...(shifts[at] ?? { from: 0, to: last }),
      first: vehicle.begun.map(() => nextBegun++),
    })),
  };
}
const loadOf = (orders: readonly PlacedOrder[]): number => orders.reduce((sum, { load }) => sum + load, 0);

interface UniquePlaces {
  readonly list: readonly LatLng[];
  /** Null is the number after the last one: anywhere. */
  number(place: LatLng | null): number;
}
function uniquePlaces(all: readonly (LatLng | null)[]): UniquePlaces {
  const keyOf = ({ latitude, longitude }: LatLng): string => `${latitude},${longitude}`;
  const known = new Map(all.filter((place) => place !== null).map((place) => [keyOf(place), place]));
  const numbers = new Map([...known.keys()].map((key, at) => [key, at]));
  return {
    list: [...known.values()],
    number: (place) => (place === null ? undefined : numbers.get(keyOf(place))) ?? known.size,
  };
}

/** Travel with one more place, anywhere: whoever begins there is at once at every other. */
function withAnywhere(known: number, seconds: ArrayLike<number>): Pick<RoutingProblem, 'places' | 'seconds'> {
  const places = known + 1;
  const all = new Float64Array(places * places);
  for (let from = 0; from < known; from++)
    for (let to = 0; to < known; to++)
      all[from * places + to] = from === to ? 0 : (seconds[from * known + to] ?? Infinity);
  return { places, seconds: all };
}
