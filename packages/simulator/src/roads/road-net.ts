import type { LatLng } from '@rastro/fleet';
import { courseFrom, gapM, toSpot, turnFrom, type Spot } from '../motion/plane.ts';
import type { Path } from '../motion/path.ts';
import type { Roads, Stand, TripWish } from '../motion/roads.ts';
import { quickestPath } from './quickest-path.ts';
import { roadGraph, type RoadEdge, type RoadGraph } from './road-graph.ts';
import { ROAD_LIMITS, type RoadLine } from './road-line.ts';
import { fromSegment } from './shortened.ts';
import { streetPath, type Stretch } from './street-path.ts';

/** Somewhere along an edge. */
interface Place {
  readonly edge: number;
  /** The segment of the edge, by its first point. */
  readonly segment: number;
  readonly spot: Spot;
  readonly course: number;
}

/** Fewer stretches than this are no town to drive about in. */
const MIN_EDGES = 40;
const CELL_M = 250;
/** Stops lie in the middle of a stretch of some length, not on a junction. */
const STOP_EDGE_M = 50;
const MAX_ATTEMPTS = 24;
/** The way along streets is longer than the straight line by about this. */
const DETOUR = 1.4;
/** A course that points elsewhere is worth so many meters, for a street in the other direction nearby. */
const WRONG_WAY_M = 60;

/** The streets around the middle of an area, as lines of a map have them. */
export class RoadNet implements Roads {
  readonly #graph: RoadGraph;
  readonly #cells = new Map<number, Set<number>>();
  readonly #stops: readonly number[];

  private constructor(graph: RoadGraph) {
    this.#graph = graph;
    for (const [index, { points }] of graph.edges.entries())
      for (const [at, point] of points.entries()) this.#index(index, points[at - 1] ?? point, point);
    this.#stops = [...graph.edges.keys()].filter((edge) => (graph.edges[edge]?.lengthM ?? 0) >= STOP_EDGE_M);
  }

  /** @returns null = these lines are no net of streets. */
  static of(
    lines: readonly RoadLine[],
    area: { readonly centre: LatLng; readonly radiusM: number },
  ): RoadNet | null {
    const near = lines.flatMap(({ points, rank, isOneWay }) => {
      const spots = points.map((point) => toSpot(point, area.centre));
      const parts = insideOf(spots, area.radiusM);
      return parts.map((part) => ({ points: part, limitKmh: ROAD_LIMITS[rank], isOneWay }));
    });
    const graph = roadGraph(near);
    return graph.edges.length < MIN_EDGES ? null : new RoadNet(graph);
  }

  get edges(): readonly RoadEdge[] {
    return this.#graph.edges;
  }

  standNear(spot: Spot): Stand {
    const { spot: at, course } = this.#placeAt(spot, null);
    return { spot: at, course };
  }

  trip(from: Stand, { lengthM, ...wish }: TripWish): Path | null {
    const start = this.#placeAt(from.spot, from.course);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const edge = this.#stops[Math.floor(wish.random.next() * this.#stops.length)] ?? 0;
      const goal = this.#middleOf(edge);
      const gap = goal ? gapM(goal.spot, start.spot) : 0;
      const isRight = gap > (lengthM / DETOUR) * 0.7 && gap < (lengthM / DETOUR) * 1.2;
      if (!goal || (!isRight && attempt < MAX_ATTEMPTS - 1) || edge === start.edge) continue;
      const path = this.#drive(start, goal, wish);
      if (path) return path;
    }
    return null;
  }

  between(from: Stand, to: Stand, wish: Omit<TripWish, 'lengthM'>): Path | null {
    return this.#drive(this.#placeAt(from.spot, from.course), this.#placeAt(to.spot, to.course), wish);
  }

  /** Returns the distance of a spot from the nearest street, meters. */
  awayFrom(spot: Spot): number {
    return gapM(this.#placeAt(spot, null).spot, spot);
  }

  #drive(start: Place, goal: Place, wish: Omit<TripWish, 'lengthM'>): Path | null {
    const way = quickestPath(this.#graph, start.edge, goal.edge);
    if (!way) return null;
    const stretches = way.flatMap((index, at): Stretch[] => {
      const edge = this.#graph.edges[index];
      if (!edge) return [];
      const { points, limitKmh } = edge;
      if (at === 0)
        return [{ points: [start.spot, ...points.slice(start.segment + 1)], limitKmh, endsAtJunction: true }];
      if (at === way.length - 1)
        return [
          { points: [...points.slice(0, goal.segment + 1), goal.spot], limitKmh, endsAtJunction: false },
        ];
      return [{ points, limitKmh, endsAtJunction: true }];
    });
    return streetPath(stretches, wish);
  }

  #middleOf(index: number): Place | null {
    const points = this.#graph.edges[index]?.points ?? [];
    let longest = 0;
    const gapAt = (at: number): number => gapM(points[at] ?? ORIGIN, points[at + 1] ?? points[at] ?? ORIGIN);
    for (let at = 1; at < points.length - 1; at++) if (gapAt(at) > gapAt(longest)) longest = at;
    const [start, end] = [points[longest], points[longest + 1]];
    if (!start || !end) return null;
    const spot = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    return { edge: index, segment: longest, spot, course: courseFrom(start, end) };
  }

  #placeAt(spot: Spot, course: number | null): Place {
    let best: Place | null = null;
    let least = Infinity;
    for (let ring = 0; ring < 80 && (best === null || least > (ring - 1) * CELL_M); ring++)
      for (const edge of this.#inRing(spot, ring)) {
        const points = this.#graph.edges[edge]?.points ?? [];
        for (const [at, end] of points.entries()) {
          const start = points[at - 1];
          if (!start) continue;
          const { gap, share } = fromSegment(spot, start, end);
          const along = courseFrom(start, end);
          const isWrong = course !== null && Math.abs(turnFrom(course, along)) > 90;
          const cost = gap + (isWrong ? WRONG_WAY_M : 0);
          if (cost >= least) continue;
          least = cost;
          const on = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
          best = { edge, segment: at - 1, spot: on, course: along };
        }
      }
    return best ?? { edge: 0, segment: 0, spot, course: course ?? 0 };
  }

  #inRing({ x, y }: Spot, ring: number): ReadonlySet<number> {
    const [column, row] = [Math.floor(x / CELL_M), Math.floor(y / CELL_M)];
    const found = new Set<number>();
    for (let dx = -ring; dx <= ring; dx++)
      for (let dy = -ring; dy <= ring; dy++) {
        if (Math.max(Math.abs(dx), Math.abs(dy)) !== ring) continue;
        for (const edge of this.#cells.get(cellKey(column + dx, row + dy)) ?? []) found.add(edge);
      }
    return found;
  }

  #index(edge: number, from: Spot, to: Spot): void {
    const steps = Math.max(1, Math.ceil(gapM(from, to) / (CELL_M / 2)));
    for (let step = 0; step <= steps; step++) {
      const [x, y] = [from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps];
      const key = cellKey(Math.floor(x / CELL_M), Math.floor(y / CELL_M));
      const cell = this.#cells.get(key) ?? new Set();
      this.#cells.set(key, cell.add(edge));
    }
  }
}

const cellKey = (column: number, row: number): number => column * 100_000 + row;
const ORIGIN: Spot = { x: 0, y: 0 };

/** The parts of a line that lie within a radius, between its points. */
function insideOf(spots: readonly Spot[], radiusM: number): readonly (readonly Spot[])[] {
  const parts: Spot[][] = [];
  let part: Spot[] = [];
  for (const spot of spots) {
    if (Math.hypot(spot.x, spot.y) <= radiusM) part.push(spot);
    else {
      if (part.length > 1) parts.push(part);
      part = [];
    }
  }
  if (part.length > 1) parts.push(part);
  return parts;
}
