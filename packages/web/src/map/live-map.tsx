import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import type { LatLng, Position, TileSource } from '@rastro/fleet';
import type { Map as MapLibre } from 'maplibre-gl';
import { useTranslation } from 'react-i18next';
import type { Fleet } from '../live/fleet.ts';
import { baseName } from './base-name.ts';
import type { FenceShape } from './fence-features.ts';
import styles from './live-map.module.css';
import { MapControls } from './map-controls.tsx';
import type { ColourScheme } from './map-palette.ts';
import { MapScene, type MapCover, type MapPreferences } from './map-scene.ts';
import { StackFan } from './stack-fan.tsx';
import { ToolButtons, type Tool } from './tools/tool-buttons.tsx';
import { ToolOverlays, type MapToolOptions } from './tools/tool-overlays.tsx';
import { useMyPlace } from './tools/use-my-place.ts';
import type { Stack } from './vehicle-pointer.ts';

export interface LiveMapProps {
  readonly fleet: Fleet;
  /** Attribute prefix (`{brand}` of the spec). */
  readonly brand: string;
  /** Path under which the product is served, without a slash at the end. */
  readonly basePath: string;
  readonly selectedId: number | null;
  readonly onSelect: (id: number | null) => void;
  /** Keeps the selected vehicle in the middle. */
  readonly follow: boolean;
  /** The user dragged the map away from the followed vehicle. */
  readonly onFollowEnd: () => void;
  /** Draws the way of the selected vehicle. */
  readonly trail: boolean;
  /** Positions of the selected vehicle known before, oldest first. */
  readonly recentPositions?: readonly Position[];
  /** A way that the selected vehicle drove, oldest position first; null = none. */
  readonly route?: readonly Position[] | null;
  readonly fences?: readonly FenceShape[];
  /** The geofence that is marked and brought into sight. */
  readonly openFenceId?: number | null;
  readonly onFence?: (id: number) => void;
  /** Somebody draws on the map: clicks are not about vehicles. */
  readonly isDrawing?: boolean;
  readonly tileSources: readonly TileSource[];
  /** Id of a tile source; null = the offline base. */
  readonly baseId: string | null;
  readonly onBase: (id: string | null) => void;
  readonly colourScheme: ColourScheme;
  readonly language: string;
  /** `#rrggbb` of what is selected. */
  readonly accent: string;
  /** Defaults of the user or server; null = the whole fleet is shown at first. */
  readonly initialView: { readonly centre: LatLng; readonly zoom: number } | null;
  /** What panels cover when the map opens, px. */
  readonly covered?: MapCover;
  readonly preferences: MapPreferences;
  readonly onPreferences: (preferences: MapPreferences) => void;
  /** The map, for areas that draw on it; null when it is gone. */
  readonly onMap?: (map: MapLibre | null) => void;
  /** Ruler, search and the like; absent = a map without tools. */
  readonly tools?: MapToolOptions;
  readonly children?: ReactNode;
}

const NOTHING_COVERED: MapCover = { left: 0, bottom: 0 };
const NO_POSITIONS: readonly Position[] = [];
const NO_FENCES: readonly FenceShape[] = [];
type Trouble = 'none' | 'noWebgl' | 'lost';

/** Mounts the map and hands it what changes seldom. Vehicles never pass through React. */
export function LiveMap(props: LiveMapProps) {
  const { t } = useTranslation('map');
  const {
    fleet,
    brand,
    selectedId,
    tileSources,
    baseId,
    preferences,
    recentPositions = NO_POSITIONS,
    route = null,
    fences = NO_FENCES,
    openFenceId = null,
    isDrawing = false,
  } = props;
  const host = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<MapScene | null>(null);
  const [trouble, setTrouble] = useState<Trouble>('none');
  const [areTilesDown, setTilesDown] = useState(false);
  const [stack, setStack] = useState<Stack | null>(null);
  const [neighbours, setNeighbours] = useState(0);
  const [tool, setTool] = useState<Tool | null>(null);
  const place = useMyPlace(scene?.map ?? null, props.accent);
  // Whoever draws a shape has the pointer; the ruler gives way.
  const openTool = isDrawing && tool === 'ruler' ? null : tool;
  const base = tileSources.find(({ id }) => id === baseId) ?? null;
  const style = {
    scheme: props.colourScheme,
    basePath: props.basePath,
    language: props.language,
    accent: props.accent,
  };

  const select = useEffectEvent((id: number | null) => props.onSelect(id));
  const openFence = useEffectEvent((id: number) => props.onFence?.(id));
  const endFollow = useEffectEvent(() => props.onFollowEnd());
  const tellMap = useEffectEvent((map: MapLibre | null) => props.onMap?.(map));
  const openScene = useEffectEvent((container: HTMLElement): MapScene | null => {
    try {
      return new MapScene({
        ...style,
        container,
        fleet,
        start: props.initialView,
        covered: props.covered ?? NOTHING_COVERED,
        preferences,
        texts: { 'Map.Title': t('title'), 'AttributionControl.ToggleAttribution': t('attribution') },
        events: {
          onSelect: select,
          onFence: openFence,
          onFollowEnd: endFollow,
          onStack: setStack,
          onNeighbours: setNeighbours,
          onTilesDown: setTilesDown,
          onContext: (isLost) => setTrouble(isLost ? 'lost' : 'none'),
          onReady: (map) => tellMap(map),
        },
      });
    } catch (error) {
      // No WebGL on this machine: the list works without the map, and the user is told here.
      console.warn('Cannot open the map', error);
      setTrouble('noWebgl');
      return null;
    }
  });

  useEffect(() => {
    if (host.current === null) return undefined;
    const made = openScene(host.current);
    setScene(made);
    return () => {
      tellMap(null);
      made?.dispose();
      setScene(null);
      setStack(null);
    };
  }, [fleet]);
  useEffect(() => {
    scene?.setStyle({
      scheme: props.colourScheme,
      basePath: props.basePath,
      language: props.language,
      accent: props.accent,
    });
  }, [scene, props.colourScheme, props.basePath, props.language, props.accent]);
  useEffect(
    () =>
      scene?.setPreferences(preferences, {
        moving: t('state.moving'),
        stopped: t('state.stopped'),
        offline: t('state.offline'),
        unknown: t('state.unknown'),
      }),
    [scene, preferences, t],
  );
  useEffect(() => scene?.setTiles(base), [scene, base]);
  useEffect(() => scene?.setFollow(props.follow), [scene, props.follow]);
  useEffect(() => scene?.setTrail(props.trail, recentPositions), [scene, props.trail, recentPositions]);
  useEffect(() => scene?.setSelected(selectedId), [scene, selectedId]);
  useEffect(() => scene?.setRoute(route), [scene, route]);
  useEffect(() => scene?.setFences(fences), [scene, fences]);
  useEffect(() => scene?.setOpenFence(openFenceId), [scene, openFenceId]);
  useEffect(() => scene?.setDrawing(isDrawing || openTool === 'ruler'), [scene, isDrawing, openTool]);

  return (
    <div
      className={styles['root']}
      data-scheme={props.colourScheme}
      style={{ '--map-accent': props.accent } as CSSProperties}
    >
      <div ref={host} className={styles['canvas']} />
      {trouble === 'none' ? null : <TroubleNotice trouble={trouble} />}
      {areTilesDown && base !== null ? (
        <div className={styles['notice']} role="status">
          <span>{t('tilesDown', { name: baseName(base, t) })}</span>
          <button type="button" onClick={() => scene?.retryTiles()}>
            {t('retry')}
          </button>
        </div>
      ) : null}
      {scene !== null && stack !== null ? (
        <StackFan
          fleet={fleet}
          brand={brand}
          ids={stack.ids}
          point={scene.pointOf(stack.at)}
          onClose={() => setStack(null)}
          onPick={(id) => {
            setStack(null);
            scene.pick(id);
          }}
        />
      ) : null}
      {scene === null ? null : (
        <MapControls
          tileSources={tileSources}
          baseId={base === null ? null : baseId}
          onBase={props.onBase}
          preferences={preferences}
          onPreferences={props.onPreferences}
          onZoom={(steps) => scene.zoomBy(steps)}
          onFitAll={() => scene.fitAll()}
          stack={neighbours > 1 ? { count: neighbours, onOpen: () => scene.openNeighbours() } : null}
        >
          {props.tools === undefined ? null : (
            <ToolButtons tool={openTool} onTool={setTool} place={place.state} onPlace={place.toggle} />
          )}
        </MapControls>
      )}
      {scene === null || props.tools === undefined ? null : (
        <ToolOverlays
          map={scene.map}
          accent={props.accent}
          options={props.tools}
          tool={openTool}
          onClose={() => setTool(null)}
          place={place.state}
          onPlaceEnd={place.toggle}
        />
      )}
      {props.children}
    </div>
  );
}

function TroubleNotice({ trouble }: { readonly trouble: 'noWebgl' | 'lost' }) {
  const { t } = useTranslation('map');
  return (
    <div className={styles['trouble']} role="alert">
      <strong>{t(`${trouble}.title`)}</strong>
      <p>{t(`${trouble}.body`)}</p>
    </div>
  );
}
