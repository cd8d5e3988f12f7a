import { nextTurn } from '@rastro/base/host';
import { fail, ok, type Result } from '@rastro/base';
import type { LatLng } from '@rastro/fleet';
import {
  travelByHistory,
  USUAL_SPEEDS,
  type HistorySpeeds,
  type ServiceFailure,
  type TravelMatrix,
  type TravelOptions,
  type TravelRoute,
  type TravelTimes,
} from '@rastro/fleet/routing';
import type { SafeFetch } from '../safe-fetch.ts';
import { deadline, RoutingService } from './ask-service.ts';
import type { Cells, Dialect, RouteOnRoad, RouterDialect } from './dialect.ts';
import { graphhopper } from './graphhopper.ts';
import { MatrixCache } from './matrix-cache.ts';
import { osrm } from './osrm.ts';
import { valhalla } from './valhalla.ts';

export interface RouterOptions {
  /** Without a trailing slash. */
  readonly url: string;
  readonly dialect: RouterDialect;
}
export interface TravelTimesDeps {
  /** Calls the router, also inside the network: the operator set it. */
  readonly fetch: SafeFetch;
  readonly now: () => number;
  readonly routeMs?: number;
  readonly matrixMs?: number;
}

const [ROUTE_MS, MATRIX_MS] = [2000, 5000];
/** Parts of a matrix that are asked at once. */
const AT_ONCE = 4;
/** Places from which travel is worked out before others get their turn. */
const ROWS_A_TURN = 20;
const DIALECTS: Readonly<Record<RouterDialect, Dialect>> = { osrm, valhalla, graphhopper };

/** Travel by a router, or by history where none is set or it is of no use. @param router Null = none is set. */
export const createTravelTimes = (router: RouterOptions | null, deps: TravelTimesDeps): TravelTimes =>
  new RoutedTravelTimes(router, deps);

class RoutedTravelTimes implements TravelTimes {
  readonly #router: {
    readonly url: string;
    readonly dialect: Dialect;
    readonly service: RoutingService;
  } | null;
  readonly #deps: TravelTimesDeps;
  readonly #cache = new MatrixCache();

  constructor(router: RouterOptions | null, deps: TravelTimesDeps) {
    this.#deps = deps;
    this.#router = router && {
      url: router.url,
      dialect: DIALECTS[router.dialect],
      service: new RoutingService(deps.fetch, deps.now),
    };
  }

  async matrix(places: readonly LatLng[], { at, speeds }: TravelOptions): Promise<TravelMatrix> {
    if (this.#router === null || places.length < 2) return matrixByHistory(places, speeds, null);
    const cached = this.#cache.find(places, at);
    if (cached) return { ...cached, source: 'router', failure: null };
    const asked = await this.#askMatrix(places);
    if (!asked.ok) return matrixByHistory(places, speeds, asked.error);
    this.#cache.store(places, at, asked.value);
    return { ...asked.value, source: 'router', failure: null };
  }

  async route(places: readonly LatLng[], { speeds }: TravelOptions): Promise<TravelRoute> {
    if (this.#router === null || places.length < 2) return routeByHistory(places, speeds, null);
    const asked = await this.#askRoute(places);
    if (!asked.ok) return routeByHistory(places, speeds, asked.error);
    return { ...asked.value, source: 'router', failure: null };
  }

  async #askMatrix(
    places: readonly LatLng[],
  ): Promise<Result<Pick<TravelMatrix, 'seconds' | 'meters'>, ServiceFailure>> {
    if (this.#router === null) return fail('unreachable');
    const { url, dialect, service } = this.#router;
    const count = places.length;
    if (count > dialect.mostPlaces) return fail('tooLarge');
    const signal = deadline(this.#deps.matrixMs ?? MATRIX_MS);
    const seconds = new Float64Array(count * count);
    const meters = new Float64Array(count * count);
    const parts = partsOf(count, dialect.side);
    const failed = await inParallel(parts, async ([row, column]) => {
      const from = places.slice(row, row + dialect.side);
      const to = places.slice(column, column + dialect.side);
      const { request, read } = dialect.matrix(url, from, to);
      const answer = await service.ask(request, read, signal);
      if (!answer.ok) return answer.error;
      copyPart(answer.value, { row, column, height: from.length, width: to.length, count }, seconds, meters);
      return null;
    });
    if (failed !== null) return fail(failed);
    for (let at = 0; at < count; at++) seconds[at * count + at] = meters[at * count + at] = 0;
    // A router whose map is of another country.
    const hasWay = seconds.some((each, at) => each < Infinity && at % (count + 1) !== 0);
    return hasWay ? ok({ seconds, meters }) : fail('noRoute');
  }

  async #askRoute(places: readonly LatLng[]): Promise<Result<RouteOnRoad, ServiceFailure>> {
    if (this.#router === null) return fail('unreachable');
    const { url, dialect, service } = this.#router;
    const signal = deadline(this.#deps.routeMs ?? ROUTE_MS);
    const pieces: (readonly LatLng[])[] = [];
    for (let at = 0; at < places.length - 1; at += dialect.placesOfRoute - 1)
      pieces.push(places.slice(at, at + dialect.placesOfRoute));
    const found: RouteOnRoad[] = [];
    const failed = await inParallel([...pieces.entries()], async ([at, piece]) => {
      const { request, read } = dialect.route(url, piece);
      const answer = await service.ask(request, read, signal);
      if (!answer.ok) return answer.error;
      found[at] = answer.value;
      return null;
    });
    if (failed !== null) return fail(failed);
    return ok({ legs: found.flatMap(({ legs }) => legs), line: found.flatMap(({ line }) => line) });
  }
}

async function matrixByHistory(
  places: readonly LatLng[],
  speeds: HistorySpeeds | undefined,
  failure: ServiceFailure | null,
): Promise<TravelMatrix> {
  const seconds = new Float64Array(places.length ** 2);
  const meters = new Float64Array(places.length ** 2);
  for (const [row, from] of places.entries()) {
    if (row % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    for (const [column, to] of places.entries()) {
      const travel = travelByHistory(speeds ?? USUAL_SPEEDS, from, to);
      seconds[row * places.length + column] = travel.seconds;
      meters[row * places.length + column] = travel.meters;
    }
  }
  return { seconds, meters, source: speeds === undefined ? 'history' : 'learnt', failure };
}

function routeByHistory(
  places: readonly LatLng[],
  speeds: HistorySpeeds | undefined,
  failure: ServiceFailure | null,
): TravelRoute {
  const legs = places.slice(1).map((to, at) => travelByHistory(speeds ?? USUAL_SPEEDS, places[at] ?? to, to));
  return { legs, line: null, source: speeds === undefined ? 'history' : 'learnt', failure };
}

type Part = readonly [row: number, column: number];
/** Upper left corners of the parts of a matrix; of parts with one cell those on the diagonal are known. */
function partsOf(count: number, side: number): readonly Part[] {
  const parts: Part[] = [];
  for (let row = 0; row < count; row += side)
    for (let column = 0; column < count; column += side)
      if (side > 1 || row !== column) parts.push([row, column]);
  return parts;
}

interface PlaceOfPart {
  readonly row: number;
  readonly column: number;
  readonly height: number;
  readonly width: number;
  /** Cells of a row of the whole. */
  readonly count: number;
}
function copyPart(part: Cells, place: PlaceOfPart, seconds: Float64Array, meters: Float64Array): void {
  const { row, column, height, width, count } = place;
  for (let line = 0; line < height; line++) {
    const at = (row + line) * count + column;
    seconds.set(part.seconds.slice(line * width, (line + 1) * width), at);
    meters.set(part.meters.slice(line * width, (line + 1) * width), at);
  }
}

/** Does some at once, until one fails. @returns its failure; null = none did. */
async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<ServiceFailure | null>,
): Promise<ServiceFailure | null> {
  const waiting = items.values();
  let failed: ServiceFailure | null = null;
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed !== null) return;
      failed = (await work(item)) ?? failed;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return failed;
}
