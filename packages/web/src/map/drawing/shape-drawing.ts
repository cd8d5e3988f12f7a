import { formatArea, parseArea, type GeofenceArea } from '@rastro/fleet';
import type { LineString, Polygon } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  type GeoJSONStoreFeatures,
  type HexColor,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { areaOf, boundsOf, geometryOf } from './area-shapes.ts';
import { CircleLabel } from './circle-label.ts';
import { SnapTargets } from './snap-targets.ts';
import { sizeOfShape, type ShapeSize } from './shape-size.ts';

export interface ShapeDrawingOptions {
  readonly kind: GeofenceArea['kind'];
  /** The shape to edit; empty = a new one. */
  readonly area: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** The shape became whole, and can be corrected from now on. */
  readonly onComplete: () => void;
  /** Something was drawn or moved that would be lost. */
  readonly onChange: () => void;
  /** Its current size, including the segment to the pointer; null = it has no extent yet. */
  readonly onSize: (size: ShapeSize | null) => void;
  /** Shapes that corners may snap to, in the dialect of the tracking API; `isSnapping` is asked at each move. */
  readonly others: readonly string[];
  readonly isSnapping: () => boolean;
  /** A length in the unit of the reader. */
  readonly write: (metres: number) => string;
}

const MODES = { circle: 'circle', polygon: 'polygon', line: 'linestring' } as const;
/** Corners of the polygon that stands for a circle; one of them is shown as its handle. */
const CIRCLE_CORNERS = 32;
const CIRCLE_HANDLE = 8;
const COORDINATE_DIGITS = 9;
/** Keeps a circle clear of bar and controls. */
const FIT_PADDING_PX = 72;
type PolygonOptions = NonNullable<ConstructorParameters<typeof TerraDrawPolygonMode>[0]>;
type Snapping = NonNullable<PolygonOptions['snapping']>;
type ShapeId = GeoJSONStoreFeatures['id'] & {};
/** A finger is wider than a pointer. */
const POINTER_PX = 24;

/** One shape that the user edits: first it is drawn, then its corners are moved. Mouse and touch. */
export class ShapeDrawing {
  readonly #map: MapLibre;
  readonly #options: ShapeDrawingOptions;
  readonly #draw: TerraDraw;
  readonly #label: CircleLabel;
  /** Shapes before each correction; the last one is what it is now. */
  readonly #settled: (Polygon | LineString)[] = [];
  #isComplete = false;
  #isChanged = false;

  constructor(map: MapLibre, options: ShapeDrawingOptions) {
    this.#map = map;
    this.#options = options;
    const color = options.color as HexColor;
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: COORDINATE_DIGITS }),
      modes: [
        drawMode(options.kind, color, this.#snapping()),
        correctMode(options.kind, color, this.#snapping()),
      ],
      undoRedo: { modeLevel: new TerraDrawModeUndoRedo() },
    });
    this.#label = new CircleLabel(map, options.color);
    this.#draw.on('change', () => this.#measure());
    this.#draw.start();
    const parsed = parseArea(options.area);
    if (parsed.ok) this.#load(parsed.value);
    else this.#draw.setMode(MODES[options.kind]);
    this.#draw.on('finish', () => {
      this.#isChanged = true;
      options.onChange();
      if (!this.#isComplete) this.#correct();
      else this.#settle();
    });
  }

  /** Takes the last point or the last correction back; nothing when there is none. */
  undo(): void {
    if (!this.#isComplete) {
      this.#draw.undo();
      return;
    }
    const id = this.#shape()?.id;
    const before = this.#settled.at(-2);
    if (id === undefined || before === undefined) return;
    this.#settled.pop();
    this.#reshape(id, before);
  }

  /** Gives the circle another radius; where there is none yet, it comes about the middle of the map. */
  setRadius(radiusM: number): void {
    const now = this.#isComplete ? this.#area() : null;
    const { lat: latitude, lng: longitude } = this.#map.getCenter().wrap();
    const centre = now?.kind === 'circle' ? now.centre : { latitude, longitude };
    const circle = { kind: 'circle', centre, radiusM } as const;
    this.#isChanged = true;
    this.#options.onChange();
    const id = this.#shape()?.id;
    if (!this.#isComplete || id === undefined) {
      // A circle that the pointer is about to draw gives way.
      this.#draw.clear();
      this.#load(circle);
    } else {
      this.#reshape(id, geometryOf(circle, CIRCLE_CORNERS));
      this.#settle();
    }
    this.#showAll(circle);
  }

  /** @returns The area in the dialect of the tracking API; null = there are too few points. */
  finish(): string | null {
    // The way to end a line or polygon that works without a double click: what the pointer hovers over is left out.
    if (!this.#isComplete) this.#map.getCanvas().dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter' }));
    if (!this.#isComplete) return null;
    // An untouched shape keeps its exact value.
    if (!this.#isChanged) return this.#options.area;
    const area = this.#area();
    return area === null ? null : formatArea(area);
  }

  stop(): void {
    this.#label.remove();
    // The graphics context may be gone, and the layers with it.
    const style: unknown = this.#map.style;
    if (style !== null && style !== undefined && this.#draw.enabled) this.#draw.stop();
  }

  #snapping(): Snapping {
    const targets = new SnapTargets(this.#options.others);
    return {
      toCustom: ({ lng: longitude, lat: latitude }) =>
        this.#options.isSnapping()
          ? (targets.nearest({ longitude, latitude }, this.#map.getZoom()) ?? undefined)
          : undefined,
    };
  }
  #reshape(id: ShapeId, geometry: Polygon | LineString): void {
    // Its handles are rebuilt with the selection.
    this.#draw.deselectFeature(id);
    this.#draw.updateFeatureGeometry(id, geometry);
    this.#draw.selectFeature(id);
  }
  /** Zooms out for a shape that is larger than the screen. */
  #showAll(area: GeofenceArea): void {
    const [west, south, east, north] = boundsOf(area);
    const bounds = this.#map.getBounds();
    if (bounds.contains([west, south]) && bounds.contains([east, north])) return;
    this.#map.fitBounds([west, south, east, north], { padding: FIT_PADDING_PX, duration: 0 });
  }
  #load(area: GeofenceArea): void {
    this.#draw.addFeatures([
      {
        type: 'Feature',
        properties: { mode: MODES[this.#options.kind] },
        geometry: geometryOf(area, CIRCLE_CORNERS),
      },
    ]);
    this.#correct();
  }
  #correct(): void {
    const id = this.#shape()?.id;
    if (id === undefined) return;
    this.#isComplete = true;
    this.#draw.setMode('select');
    this.#draw.selectFeature(id);
    this.#settle();
    this.#options.onComplete();
  }
  #settle(): void {
    const drawn = this.#drawn();
    if (drawn !== undefined) this.#settled.push(structuredClone(drawn));
  }
  #measure(): void {
    const area = this.#area();
    this.#options.onSize(area === null ? null : sizeOfShape(area));
    const drawn = this.#drawn();
    const handle = drawn?.type === 'Polygon' ? drawn.coordinates[0]?.[CIRCLE_HANDLE] : undefined;
    if (area?.kind === 'circle' && handle !== undefined)
      this.#label.show(area, handle, this.#options.write(area.radiusM));
    else this.#label.remove();
  }
  #area(): GeofenceArea | null {
    const drawn = this.#drawn();
    return drawn === undefined ? null : areaOf(this.#options.kind, drawn);
  }
  #drawn(): Polygon | LineString | undefined {
    const geometry = this.#shape()?.geometry;
    return geometry?.type === 'Polygon' || geometry?.type === 'LineString' ? geometry : undefined;
  }
  /** The shape itself: handles are features too. */
  #shape() {
    const wanted = this.#options.kind === 'line' ? 'LineString' : 'Polygon';
    return this.#draw.getSnapshot().find(({ geometry }) => geometry.type === wanted);
  }
}

function drawMode(kind: GeofenceArea['kind'], color: HexColor, snapping: Snapping) {
  const handles = {
    closingPointColor: color,
    closingPointWidth: 7,
    closingPointOutlineColor: '#ffffff',
    closingPointOutlineWidth: 2,
  } as const;
  const fill = { fillColor: color, fillOpacity: 0.2, outlineColor: color, outlineWidth: 3 } as const;
  if (kind === 'line') {
    const styles = { ...handles, lineStringColor: color, lineStringWidth: 4 };
    return new TerraDrawLineStringMode({ pointerDistance: POINTER_PX, snapping, styles });
  }
  if (kind === 'polygon') {
    return new TerraDrawPolygonMode({
      pointerDistance: POINTER_PX,
      snapping,
      styles: { ...handles, ...fill },
    });
  }
  // Two clicks with a mouse, one drag with a finger.
  return new TerraDrawCircleMode({
    drawInteraction: 'click-move-or-drag',
    segments: CIRCLE_CORNERS,
    styles: fill,
  });
}

function correctMode(kind: GeofenceArea['kind'], color: HexColor, snappable: Snapping): TerraDrawSelectMode {
  // All of the edge can be dragged; one handle says so, and lets the circle be seen.
  const ifHandle =
    (px: number) =>
    ({ properties }: GeoJSONStoreFeatures): number =>
      kind !== 'circle' || properties['index'] === CIRCLE_HANDLE ? px : 0;
  const corners = { midpoints: true, draggable: true, deletable: true, snappable } as const;
  return new TerraDrawSelectMode({
    pointerDistance: POINTER_PX,
    allowManualDeselection: false,
    flags: {
      circle: { feature: { draggable: true, coordinates: { resizable: 'center-fixed' } } },
      polygon: { feature: { draggable: true, coordinates: corners } },
      linestring: { feature: { draggable: true, coordinates: corners } },
    },
    styles: {
      selectedPolygonColor: color,
      selectedPolygonFillOpacity: 0.2,
      selectedPolygonOutlineColor: color,
      selectedPolygonOutlineWidth: 3,
      selectedLineStringColor: color,
      selectedLineStringWidth: 4,
      selectionPointColor: '#ffffff',
      selectionPointOutlineColor: color,
      selectionPointOutlineWidth: ifHandle(2),
      selectionPointWidth: ifHandle(kind === 'circle' ? 8 : 5),
      midPointColor: color,
      midPointOutlineColor: '#ffffff',
      midPointOutlineWidth: 1,
      midPointWidth: 4,
    },
  });
}
