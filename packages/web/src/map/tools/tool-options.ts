import type { LatLng } from '@rastro/fleet';
import type { Map as MapLibre } from 'maplibre-gl';
import type { SearchPlaces } from './place-search.tsx';
import type { Tool } from './tool-buttons.tsx';

/** Deps that the tools get from the application; absent = a map without tools. */
export interface MapToolOptions {
  /** Over the printed map. */
  readonly title: string;
  /** This moment, as this user reads it. */
  readonly now: () => string;
  readonly writeLength: (metres: number) => string;
  readonly writePlace: (place: LatLng) => string;
  /** null = the server has no geocoder. */
  readonly search: SearchPlaces | null;
  /** Shows which vehicles are nearest to a place; null = not for this user. */
  readonly onNearest: ((place: LatLng) => void) | null;
  /** A place to mark and to show; null = no more. */
  readonly onPlace: (place: LatLng | null) => void;
}

/** The tool that is open. */
export interface ToolPanelProps {
  readonly map: MapLibre;
  readonly accent: string;
  readonly options: MapToolOptions;
  readonly tool: Tool;
  readonly onClose: () => void;
}
