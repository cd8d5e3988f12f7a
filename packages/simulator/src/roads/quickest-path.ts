import { gapM, type Spot } from '../motion/plane.ts';
import { ROAD_LIMITS } from './road-line.ts';
import type { RoadGraph } from './road-graph.ts';

const FASTEST_MS = ROAD_LIMITS.motorway / 3.6;
/** Cost of a junction, seconds: drivers prefer to stay on one street. */
const JUNCTION_S = 4;

interface Open {
  readonly edge: number;
  readonly seconds: number;
  readonly hope: number;
}

/**
 * Returns the quickest path between two edges, both included.
 * @returns Indexes of edges in order; null = there is none.
 */
export function quickestPath(
  { edges, leaving }: RoadGraph,
  from: number,
  to: number,
): readonly number[] | null {
  const goal = edges[to]?.points[0];
  if (!goal) return null;
  const cameFrom = new Map<number, number>();
  const best = new Map<number, number>([[from, 0]]);
  const open = new Heap();
  open.push({ edge: from, seconds: 0, hope: 0 });
  for (let next = open.pop(); next; next = open.pop()) {
    const { edge: at, seconds } = next;
    if (seconds > (best.get(at) ?? Infinity)) continue;
    if (at === to && seconds > 0) return trace(cameFrom, from, to);
    for (const edge of leaving.get(edges[at]?.to ?? -1) ?? []) {
      const stretch = edges[edge];
      if (!stretch) continue;
      const reached =
        seconds + stretch.lengthM / (stretch.limitKmh / 3.6) + JUNCTION_S + turningBack(edges, at, edge);
      const known = edge === from ? Infinity : (best.get(edge) ?? Infinity);
      if (reached >= known) continue;
      best.set(edge, reached);
      if (edge !== from) cameFrom.set(edge, at);
      open.push({ edge, seconds: reached, hope: reached + gapM(endOf(stretch.points), goal) / FASTEST_MS });
    }
  }
  return null;
}

const TURN_BACK_S = 120;
/** Prevents U-turns in the middle of a junction where there is another way. */
function turningBack(edges: RoadGraph['edges'], at: number, next: number): number {
  return edges[at]?.from === edges[next]?.to ? TURN_BACK_S : 0;
}

const endOf = (points: readonly Spot[]): Spot => points.at(-1) ?? { x: 0, y: 0 };

function trace(cameFrom: ReadonlyMap<number, number>, from: number, to: number): readonly number[] {
  const way = [to];
  for (let at = cameFrom.get(to); at !== undefined; at = cameFrom.get(at)) {
    way.unshift(at);
    if (at === from) break;
  }
  return way;
}

/** The least hope first. */
class Heap {
  readonly #items: Open[] = [];

  push(item: Open): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent];
      if (!above || above.hope <= item.hope) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): Open | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (!last || items.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [items[child], items[child + 1]];
      if (!left) break;
      if (right && right.hope < left.hope) child++;
      const least = items[child];
      if (!least || least.hope >= last.hope) break;
      items[at] = least;
      at = child;
    }
    items[at] = last;
    return first;
  }
}
