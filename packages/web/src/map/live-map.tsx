import type { DistanceUnit } from '@rastro/fleet';
import 'maplibre-gl/dist/maplibre-gl.css';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { textOn, type LatLng, type TileSource } from '@rastro/fleet';
import type { Map as MapLibre } from 'maplibre-gl';
import { useTranslation } from 'react-i18next';
import type { Fleet } from '../live/fleet.ts';
import { BareHint, type BareHintProps } from './controls/bare-hint.tsx';
import { baseName } from './bases/base-name.ts';
import { standIn } from './bases/stand-in.ts';
import type { MapContribution } from './layers/contributions.ts';
import styles from './live-map.module.css';
import { MapControls, type MapControlsProps } from './controls/map-controls.tsx';
import type { ColourScheme } from './map-palette.ts';
import { MapScene, type MapCover, type MapPreferences } from './map-scene.ts';
import { StackFan } from './vehicles/stack-fan.tsx';
import { ToolButtons, type Tool, type ToolButtonsProps } from './tools/tool-buttons.tsx';
import type { MapToolOptions } from './tools/tool-options.ts';
import { ToolOverlays } from './tools/tool-overlays.tsx';
import { useMyPlace } from './tools/use-my-place.ts';
import type { Stack } from './vehicles/vehicle-pointer.ts';

export interface LiveMapProps {
  readonly fleet: Fleet;
  /** Attribute prefix (`{brand}` of the spec). */
  readonly brand: string;
  readonly theme: MapTheme;
  readonly base: MapBaseChoice;
  readonly selection: MapSelection;
  readonly start: MapStart;
  readonly preferences: MapPreferences;
  /** Of the scale bar; absent = kilometers. */
  readonly distanceUnit?: DistanceUnit;
  /** Options that this user does not get. */
  readonly without?: MapControlsProps['without'];
  readonly onPreferences: (preferences: MapPreferences) => void;
  /** Contributions of the areas. Keep the array the same while nothing changes. */
  readonly contributions?: readonly MapContribution[];
  /** True while the user draws on the map: clicks are not about vehicles. */
  readonly isDrawing?: boolean;
  /** A screen has the map for itself: likewise, and perhaps it says where to look. */
  readonly claim?: { readonly hasView: boolean } | null;
  /** Something brings a place into sight, or has just done so: the fleet that is known at last must not take the view. */
  readonly isLed?: boolean;
  /** The map, for areas that draw on it; null when it is gone. */
  readonly onMap?: (map: MapLibre | null) => void;
  /** Leads to the settings of the street map; absent = the user may not change them. */
  readonly onMapSettings?: (() => void) | undefined;
  /** Ruler, search and the like; absent = a map without tools. */
  readonly tools?: MapToolOptions | undefined;
  readonly children?: ReactNode;
}
export interface MapTheme {
  readonly scheme: ColourScheme;
  /** Path under which the product is served, without a slash at the end. */
  readonly basePath: string;
  readonly language: string;
  /** `#rrggbb` of what is selected. */
  readonly accent: string;
}
export interface MapBaseChoice {
  readonly sources: readonly TileSource[];
  /** Id of a tile source; null = the offline base. */
  readonly baseId: string | null;
  readonly choose: (id: string | null) => void;
}
export interface MapSelection {
  readonly id: number | null;
  readonly onSelect: (id: number | null) => void;
  /** A press on no vehicle, for a screen that asks for places. @returns whether it is taken. */
  readonly onGround?: (place: LatLng) => boolean;
  /** Keeps the selected vehicle in the middle. */
  readonly follow: boolean;
  /** The user dragged the map away from the followed vehicle. */
  readonly onFollowEnd: () => void;
}
/** Counts when the map opens. */
export interface MapStart {
  /** Defaults of the user or server; null = the whole fleet is shown at first. */
  readonly view: { readonly centre: LatLng; readonly zoom: number } | null;
  /** Area that panels cover, px. */
  readonly covered: MapCover;
}

const NOTHING: readonly MapContribution[] = [];

/** Mounts the map and hands it what changes seldom. Vehicles never pass through React. */
export function LiveMap(props: LiveMapProps) {
  const { fleet, brand, theme, base, isDrawing = false, claim = null, tools } = props;
  const [tool, setTool] = useState<Tool | null>(null);
  const opened = useScene(props);
  const { host, scene, stack, setStack } = opened;
  const place = useMyPlace(scene?.map ?? null, theme.accent);
  // While a shape is drawn, it has the pointer; the ruler yields.
  const isTaken = isDrawing || claim !== null;
  const openTool = isTaken && tool === 'ruler' ? null : tool;
  usePour(scene, props, isTaken || openTool === 'ruler');

  return (
    <div
      className={styles['root']}
      data-scheme={theme.scheme}
      style={{ '--map-accent': theme.accent, '--map-on-accent': textOn(theme.accent) } as CSSProperties}
    >
      <div ref={host} className={styles['canvas']} />
      <Notices
        scene={scene}
        hint={bareHint(props, opened)}
        trouble={opened.trouble}
        areTilesDown={opened.areTilesDown}
        base={visibleBase(base)}
      />
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
        <SceneControls {...props} scene={scene} neighbours={opened.neighbours}>
          {tools === undefined ? null : (
            <SceneTools {...{ scene, tools, place }} tool={openTool} onTool={setTool} />
          )}
        </SceneControls>
      )}
      {scene === null || tools === undefined ? null : (
        <ToolOverlays
          map={scene.map}
          accent={theme.accent}
          options={tools}
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

interface SceneToolsProps extends Pick<ToolButtonsProps, 'tool' | 'onTool'> {
  readonly scene: MapScene;
  readonly tools: MapToolOptions;
  readonly place: ReturnType<typeof useMyPlace>;
}

function SceneTools({ scene, tools: { onNearest }, place, ...open }: SceneToolsProps) {
  const toMiddle = (find: (place: LatLng) => void): void => {
    const { lat: latitude, lng: longitude } = scene.map.getCenter();
    find({ latitude, longitude });
  };
  return (
    <ToolButtons
      {...open}
      place={place.state}
      onPlace={place.toggle}
      onNearest={onNearest === null ? null : () => toMiddle(onNearest)}
    />
  );
}

const visibleBase = ({ sources, baseId }: MapBaseChoice): TileSource | null =>
  sources.find(({ id }) => id === baseId) ?? null;

type Trouble = 'none' | 'noWebgl' | 'lost';
interface OpenedScene {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly scene: MapScene | null;
  readonly trouble: Trouble;
  readonly areTilesDown: boolean;
  /** Nothing but the built-in world is drawn. */
  readonly isBare: boolean;
  /** Vehicles on one place that the user spreads. */
  readonly stack: Stack | null;
  readonly setStack: (stack: Stack | null) => void;
  /** Number of vehicles at the place of the selected one. */
  readonly neighbours: number;
}

/** Opens the scene for as long as the map is mounted; another fleet is another scene. */
function useScene(props: LiveMapProps): OpenedScene {
  const { t } = useTranslation('map');
  const { fleet, theme, start, preferences } = props;
  const host = useRef<HTMLDivElement>(null);
  /** A scene of null: this machine gave no WebGL. */
  const [opened, setOpened] = useState<{ readonly scene: MapScene | null } | null>(null);
  const [isLost, setLost] = useState(false);
  const [areTilesDown, setTilesDown] = useState(false);
  const [isBare, setBare] = useState(false);
  const [stack, setStack] = useState<Stack | null>(null);
  const [neighbours, setNeighbours] = useState(0);
  const select = useEffectEvent((id: number | null) => props.selection.onSelect(id));
  const takeGround = useEffectEvent((place: LatLng) => props.selection.onGround?.(place) ?? false);
  const endFollow = useEffectEvent(() => props.selection.onFollowEnd());
  const notifyMap = useEffectEvent((map: MapLibre | null) => props.onMap?.(map));
  const openScene = useEffectEvent((container: HTMLElement): MapScene | null => {
    try {
      return new MapScene({
        ...theme,
        container,
        fleet,
        start: start.view,
        covered: start.covered,
        preferences,
        texts: { 'Map.Title': t('title'), 'AttributionControl.ToggleAttribution': t('attribution') },
        events: {
          onSelect: select,
          onGround: takeGround,
          onFollowEnd: endFollow,
          onStack: setStack,
          onNeighbours: setNeighbours,
          onTilesDown: setTilesDown,
          onBare: setBare,
          onContext: setLost,
          onReady: (map) => notifyMap(map),
        },
      });
    } catch (error) {
      // No WebGL on this machine: the list works without the map, and the user gets a message here.
      console.warn('Cannot open the map', error);
      return null;
    }
  });
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = openScene(host.current);
    setOpened({ scene: made });
    return () => {
      notifyMap(null);
      made?.dispose();
      setOpened(null);
      setStack(null);
    };
  }, [fleet]);
  const trouble = opened?.scene === null ? 'noWebgl' : isLost ? 'lost' : 'none';
  return { host, scene: opened?.scene ?? null, trouble, areTilesDown, isBare, stack, setStack, neighbours };
}

/** Pours what changes seldom into the scene. */
function usePour(scene: MapScene | null, props: LiveMapProps, isPointerTaken: boolean): void {
  const { t } = useTranslation('map');
  const { theme, selection, preferences, contributions = NOTHING } = props;
  const { scheme, basePath, language, accent } = theme;
  const base = visibleBase(props.base);
  useEffect(
    () => scene?.setStyle({ scheme, basePath, language, accent }),
    [scene, scheme, basePath, language, accent],
  );
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
  const { distanceUnit = 'km' } = props;
  useEffect(() => scene?.setDistanceUnit(distanceUnit), [scene, distanceUnit]);
  const beneath = standIn(props.base.sources);
  useEffect(() => scene?.setTiles(base, beneath), [scene, base, beneath]);
  const isViewLocked = props.claim?.hasView ?? false;
  useEffect(() => scene?.lockView(isViewLocked), [scene, isViewLocked]);
  const isLed = props.isLed ?? false;
  useEffect(() => {
    if (isLed) scene?.leaveView();
  }, [scene, isLed]);
  useEffect(() => scene?.setFollow(selection.follow), [scene, selection.follow]);
  useEffect(() => scene?.contribute(contributions), [scene, contributions]);
  useEffect(() => scene?.setSelected(selection.id), [scene, selection.id]);
  useEffect(() => scene?.setDrawing(isPointerTaken), [scene, isPointerTaken]);
}

interface SceneControlsProps extends Pick<
  LiveMapProps,
  'base' | 'preferences' | 'without' | 'onPreferences'
> {
  readonly scene: MapScene;
  readonly neighbours: number;
  readonly children: ReactNode;
}

function SceneControls({ scene, base, neighbours, ...rest }: SceneControlsProps) {
  return (
    <MapControls
      tileSources={base.sources}
      baseId={visibleBase(base) === null ? null : base.baseId}
      onBase={base.choose}
      preferences={rest.preferences}
      without={rest.without}
      onPreferences={rest.onPreferences}
      onZoom={(steps) => scene.zoomBy(steps)}
      onFitAll={() => scene.fitAll()}
      stack={neighbours > 1 ? { count: neighbours, onOpen: () => scene.openNeighbours() } : null}
    >
      {rest.children}
    </MapControls>
  );
}

type NoticesProps = Pick<OpenedScene, 'scene' | 'trouble' | 'areTilesDown'> & {
  readonly base: TileSource | null;
  readonly hint: Omit<BareHintProps, 'watchZoom'> | null;
};

/**
 * Hint about missing streets. None for a user who chose the map without streets; a base of images has its own notice.
 */
function bareHint(
  { base, onMapSettings }: LiveMapProps,
  { isBare }: OpenedScene,
): Omit<BareHintProps, 'watchZoom'> | null {
  if (!isBare || onMapSettings === undefined) return null;
  const wanted = visibleBase(base);
  const hidesHint = wanted?.format === 'style';
  return hidesHint || base.sources.length === 0 ? { base: wanted, onOpen: onMapSettings } : null;
}

/** Problems of the map, shown over it. */
function Notices({ scene, trouble, areTilesDown, base, hint }: NoticesProps) {
  const { t } = useTranslation('map');
  return (
    <>
      {trouble === 'none' ? null : <TroubleNotice trouble={trouble} />}
      {areTilesDown && base !== null ? (
        <div className={styles['notice']} role="status">
          <span>{t('tilesDown', { name: baseName(base, t) })}</span>
          <button type="button" onClick={() => scene?.retryTiles()}>
            {t('retry')}
          </button>
        </div>
      ) : null}
      {scene !== null && hint !== null && <BareHint {...hint} watchZoom={scene.watchZoom} />}
    </>
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
