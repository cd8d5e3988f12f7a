import type { LatLng } from '@rastro/fleet';
import type { Map as MapLibre } from 'maplibre-gl';
import { useTranslation } from 'react-i18next';
import controls from '../live-map.module.css';
import styles from './map-tools.module.css';
import type { MyPlaceState } from './my-place.ts';
import { PlaceSearch, type SearchPlaces } from './place-search.tsx';
import { PrintSheet } from './print-sheet.tsx';
import { RulerBar } from './ruler-bar.tsx';
import { Shortcuts } from './shortcuts.tsx';
import type { Tool } from './tool-buttons.tsx';

/** What the tools need of the application; absent = a map without tools. */
export interface MapToolOptions {
  /** Over the printed map. */
  readonly title: string;
  /** This moment, as this person reads it. */
  readonly now: () => string;
  readonly writeLength: (metres: number) => string;
  readonly writePlace: (place: LatLng) => string;
  /** null = the server has no geocoder. */
  readonly search: SearchPlaces | null;
  /** Shows which vehicles are nearest to a place; null = not for this person. */
  readonly onNearest: ((place: LatLng) => void) | null;
  /** A place to mark and to show; null = no more. */
  readonly onPlace: (place: LatLng | null) => void;
}

export interface ToolOverlaysProps {
  readonly map: MapLibre;
  readonly accent: string;
  readonly options: MapToolOptions;
  readonly tool: Tool | null;
  readonly onClose: () => void;
  readonly place: MyPlaceState | null;
  readonly onPlaceEnd: () => void;
}

export function ToolOverlays({ map, accent, options, tool, onClose, place, onPlaceEnd }: ToolOverlaysProps) {
  const { t } = useTranslation('map');
  const failure = place === null || place === 'waiting' || place === 'shown' ? null : place;
  const closeSearch = (): void => {
    options.onPlace(null);
    onClose();
  };
  return (
    <>
      {tool === null ? null : (
        // What else lies over the map gives way to the tool that is open.
        <div className={styles['open']} data-map-tool={tool}>
          {tool === 'ruler' ? (
            <RulerBar map={map} accent={accent} write={options.writeLength} onClose={onClose} />
          ) : null}
          {tool === 'search' ? (
            <PlaceSearch
              search={options.search}
              write={options.writePlace}
              onPlace={options.onPlace}
              onClose={closeSearch}
            />
          ) : null}
          {tool === 'shortcuts' ? <Shortcuts onClose={onClose} /> : null}
        </div>
      )}
      {failure === null ? null : (
        <div className={controls['notice']} role="alert">
          <span>{t(`place.${failure}`)}</span>
          <button type="button" onClick={onPlaceEnd}>
            {t('close')}
          </button>
        </div>
      )}
      <PrintSheet map={map} title={options.title} now={options.now} />
    </>
  );
}
