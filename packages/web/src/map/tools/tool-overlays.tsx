import type { Map as MapLibre } from 'maplibre-gl';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import controls from '../live-map.module.css';
import styles from './map-tools.module.css';
import type { MyPlaceState } from './my-place.ts';
import { PrintSheet } from './print-sheet.tsx';
import type { Tool } from './tool-buttons.tsx';
import type { MapToolOptions, ToolPanelProps } from './tool-options.ts';

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
  const failure = place === null || place === 'waiting' || place === 'visible' ? null : place;
  return (
    <>
      {tool === null ? null : (
        // What else lies over the map gives way to the tool that is open.
        <div className={styles['open']} data-map-tool={tool}>
          <LateTool key={tool} {...{ map, accent, options, tool, onClose }} />
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

/** Code that is loaded when the tool opens, or earlier while the page is idle; the next opening tries again. */
function LateTool(props: ToolPanelProps) {
  const [Panel] = useState(() =>
    lazy(async () => {
      try {
        return { default: (await import('./tool-panel.tsx')).ToolPanel };
      } catch (error) {
        console.warn('Cannot load a tool of the map', error);
        return { default: MissingTool };
      }
    }),
  );
  return (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  );
}

function MissingTool({ onClose }: Pick<ToolPanelProps, 'onClose'>) {
  const { t } = useTranslation('map');
  return (
    <div className={controls['notice']} role="alert">
      <span>{t('toolMissing')}</span>
      <button type="button" onClick={onClose}>
        {t('close')}
      </button>
    </div>
  );
}
