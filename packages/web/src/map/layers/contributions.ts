import type { Position } from '@rastro/fleet';
import type { Point } from 'maplibre-gl';
import type { FenceShape } from './fence-features.ts';
import type { GroupShape } from './group-features.ts';

/**
 * Data that areas may add to the map, by the layer that draws it. A new layer needs a name here, a `SceneLayer`, and
 * its line where the scene opens them.
 */
export interface ContributedData {
  /** Geofences, and the one that is marked and brought into sight. */
  readonly fences: { readonly shapes: readonly FenceShape[]; readonly openId: number | null };
  /** Areas of the groups of the vehicles. */
  readonly groups: readonly GroupShape[];
  /** A way that one vehicle drove, oldest position first. */
  readonly route: readonly Position[];
  /** The way of the selected vehicle while it goes on, with what was known before, oldest first. */
  readonly trail: readonly Position[];
}
export type LayerName = keyof ContributedData;

/** Contribution of an area to the map; the same data again costs nothing. */
export type MapContribution = {
  readonly [L in LayerName]: {
    readonly layer: L;
    readonly data: ContributedData[L];
    /** The user clicked something that it drew. */
    readonly onPick?: (id: number) => void;
  };
}[LayerName];

/** Draws one kind of contribution. */
export interface SceneLayer<D> {
  /** null = there is no contribution. */
  show(data: D | null): void;
  /** A style has just loaded: the source is empty. */
  attach(): void;
  /** Id of the feature under a point of the screen; absent = it is not clickable. */
  at?(point: Point): number | null;
}
export type SceneLayers = { readonly [L in LayerName]: SceneLayer<ContributedData[L]> };

/** The contributions of the moment, each with the layer that draws it. Owned by the scene. */
export class Contributions {
  readonly #layers: SceneLayers;
  #current: readonly MapContribution[] = [];

  constructor(layers: SceneLayers) {
    this.#layers = layers;
  }

  show(contributions: readonly MapContribution[]): void {
    const change = { before: this.#current, after: contributions };
    this.#current = contributions;
    showIn('fences', this.#layers.fences, change);
    showIn('groups', this.#layers.groups, change);
    showIn('route', this.#layers.route, change);
    showIn('trail', this.#layers.trail, change);
  }
  attach(): void {
    for (const layer of Object.values(this.#layers)) layer.attach();
  }
  /** @returns whether a contribution handled the press. */
  pick(point: Point): boolean {
    for (const { layer, onPick } of this.#current) {
      const id = onPick === undefined ? null : (this.#layers[layer].at?.(point) ?? null);
      if (id === null) continue;
      onPick?.(id);
      return true;
    }
    return false;
  }
}

interface Change {
  readonly before: readonly MapContribution[];
  readonly after: readonly MapContribution[];
}

function showIn<L extends LayerName>(
  name: L,
  layer: SceneLayer<ContributedData[L]>,
  { before, after }: Change,
): void {
  const data = dataOf(after, name);
  if (data !== dataOf(before, name)) layer.show(data);
}

type Of<L extends LayerName> = MapContribution & { readonly layer: L; readonly data: ContributedData[L] };

function dataOf<L extends LayerName>(
  contributions: readonly MapContribution[],
  name: L,
): ContributedData[L] | null {
  const isOf = (each: MapContribution): each is Of<L> => each.layer === name;
  return contributions.find(isOf)?.data ?? null;
}
