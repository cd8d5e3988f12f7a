import { gapM, type Spot } from '../motion/plane.ts';
import { shortened } from './shortened.ts';

/** A line of streets in the plane of an area. */
export interface PlaneLine {
  readonly points: readonly Spot[];
  readonly limitKmh: number;
  readonly isOneWay: boolean;
}
/** A stretch of street from one junction to the next, in the direction of driving. */
export interface RoadEdge {
  readonly from: number;
  readonly to: number;
  readonly limitKmh: number;
  readonly points: readonly Spot[];
  readonly lengthM: number;
}
/** Junctions that can all be reached from each other. */
export interface RoadGraph {
  readonly edges: readonly RoadEdge[];
  /** Indexes of edges that begin at a junction. */
  readonly leaving: ReadonlyMap<number, readonly number[]>;
}

/** Points closer than this are one: tiles cut lines, and round what they cut. */
const SAME_M = 1.6;
const CELL_M = 2;
/** A smaller bend does not count. */
const STRAIGHT_M = 1.5;
/** A start that leads to fewer junctions than this share of all is another island's. */
const MAINLAND = 0.4;
const MAX_STARTS = 40;

/** Builds the graph of the streets that hang together; islands and dead ends that lead nowhere are left out. */
export function roadGraph(lines: readonly PlaneLine[]): RoadGraph {
  const vertices = new Vertices();
  for (const { points, limitKmh, isOneWay } of lines) {
    const ids = points.map((point) => vertices.at(point));
    for (const [index, to] of ids.entries()) {
      const from = ids[index - 1];
      if (from === undefined || from === to) continue;
      vertices.join(from, to, limitKmh);
      if (!isOneWay) vertices.join(to, from, limitKmh);
    }
  }
  return mainland(vertices.edges());
}

/** Areas are some kilometers wide. */
const CELLS = 1_000_000;
const cellKey = (column: number, row: number): number => column * CELLS + row;

class Vertices {
  readonly spots: Spot[] = [];
  readonly #cells = new Map<number, number[]>();
  /** Limits by where a segment leads to. */
  readonly #out: Map<number, number>[] = [];
  readonly #neighbours: Set<number>[] = [];

  at(spot: Spot): number {
    const [column, row] = [Math.floor(spot.x / CELL_M), Math.floor(spot.y / CELL_M)];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const id of this.#cells.get(cellKey(column + dx, row + dy)) ?? []) {
          const known = this.spots[id];
          if (known && gapM(known, spot) <= SAME_M) return id;
        }
    const id = this.spots.push(spot) - 1;
    this.#out.push(new Map());
    this.#neighbours.push(new Set());
    const cell = this.#cells.get(cellKey(column, row));
    if (cell) cell.push(id);
    else this.#cells.set(cellKey(column, row), [id]);
    return id;
  }

  join(from: number, to: number, limitKmh: number): void {
    this.#out[from]?.set(to, limitKmh);
    this.#neighbours[from]?.add(to);
    this.#neighbours[to]?.add(from);
  }

  edges(): readonly RoadEdge[] {
    const edges: RoadEdge[] = [];
    for (let from = 0; from < this.spots.length; from++) {
      if (this.#isPassed(from)) continue;
      for (const [next, limitKmh] of this.#out[from] ?? []) {
        const ids = [from, next];
        let [before, at] = [from, next];
        while (this.#isPassed(at)) {
          const onward = [...(this.#out[at]?.keys() ?? [])].find((to) => to !== before);
          if (onward === undefined) break;
          [before, at] = [at, onward];
          ids.push(at);
        }
        const points = shortened(
          ids.flatMap((id) => this.spots[id] ?? []),
          STRAIGHT_M,
        );
        edges.push({ from, to: at, limitKmh, points, lengthM: lengthOf(points) });
      }
    }
    return edges;
  }

  /** A bend of one street, nothing else: one way in, one way out. */
  #isPassed(id: number): boolean {
    const [one, other, ...more] = this.#neighbours[id] ?? [];
    if (one === undefined || other === undefined || more.length > 0) return false;
    const [toOne, toOther] = [this.#out[id]?.get(one), this.#out[id]?.get(other)];
    const [fromOne, fromOther] = [this.#out[one]?.get(id), this.#out[other]?.get(id)];
    return fromOne === toOther && fromOther === toOne;
  }
}

export const lengthOf = (points: readonly Spot[]): number =>
  points.reduce((sum, point, at) => sum + gapM(points[at - 1] ?? point, point), 0);

/** The largest part in which everything can be reached from everywhere. */
function mainland(all: readonly RoadEdge[]): RoadGraph {
  const junctions = [...new Set(all.flatMap(({ from, to }) => [from, to]))];
  const onward = Map.groupBy(all, ({ from }) => from);
  const backward = Map.groupBy(all, ({ to }) => to);
  let best = new Set<number>();
  const stride = Math.max(1, Math.floor(junctions.length / MAX_STARTS));
  for (let at = 0; at < junctions.length && best.size < junctions.length * MAINLAND; at += stride) {
    const start = junctions[at] ?? 0;
    const ahead = reached(start, (id) => (onward.get(id) ?? []).map(({ to }) => to));
    const behind = reached(start, (id) => (backward.get(id) ?? []).map(({ from }) => from));
    const both = ahead.intersection(behind);
    if (both.size > best.size) best = both;
  }
  const edges = all.filter(({ from, to }) => best.has(from) && best.has(to));
  const leaving = Map.groupBy(edges.keys(), (index) => edges[index]?.from ?? 0);
  return { edges, leaving };
}

function reached(start: number, next: (id: number) => readonly number[]): Set<number> {
  const seen = new Set([start]);
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
    for (const to of next(id)) {
      if (seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  return seen;
}
