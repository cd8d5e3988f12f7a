import { destinationIn, isShared, SHARE_ATTRIBUTES, type Position } from '@rastro/fleet';
import { useComputedColorScheme } from '@mantine/core';
import { lazy, Suspense, useMemo, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatch, useNavigate, useSearchParams } from 'react-router';
import { nearestPath } from '../areas/devices/nearest/nearest-place.ts';
import { SHORT_HOURS, useHistory } from '../areas/devices/panel/use-history.ts';
import { useTodayRoute } from '../areas/devices/panel/use-today.ts';
import { brandColor, mapColor } from '../ui/brand-color.ts';
import { panelInset } from '../ui/panel-size.ts';
import { useIsPhone } from '../ui/use-is-phone.ts';
import { useDisplayChoices } from '../kernel/formats/use-format.ts';
import {
  loadLiveMap,
  type LiveMapProps,
  type MapContribution,
  type MapPreferences,
} from '../kernel/map/entry-points.ts';
import { useFleet } from '../kernel/fleet/fleet-context.tsx';
import { EarlyPicture } from './early-picture.tsx';
import { FocusPin } from './focus-pin.tsx';
import { initialView } from './initial-view.ts';
import { useMapDrawing } from '../kernel/map/map-drawing.tsx';
import { useMapBase } from '../kernel/map-defaults/use-map-base.ts';
import { useMapClaim, type MapClaim } from '../kernel/map/map-claim.tsx';
import { placeParam } from '../kernel/map/place-param.ts';
import { useMapFocus } from '../kernel/map/map-focus.tsx';
import { readMapPreferences, writeMapPreferences } from '../kernel/map/map-preferences.ts';
import styles from './map-slot.module.css';
import { useServices, useSignedIn } from '../kernel/services.tsx';
import { useRights } from '../kernel/use-rights.ts';
import { useFenceShapes } from './use-fence-shapes.ts';
import { useGroupPick, useGroupShapes } from './use-group-shapes.ts';
import { readTogether } from '../kernel/map/split-path.ts';
import { latePart } from '../ui/late-part.tsx';
import type { TogetherBarProps } from './together/together-bar.tsx';
import { useMapTools } from './use-map-tools.ts';
import { useMapWanted } from './use-map-wanted.ts';
import { useMapPadding, type MapInset } from './use-map-padding.ts';

/** A map that does not load leaves the ground: list and panels go on working. */
const LiveMap = lazy(async () => {
  try {
    return { default: await loadLiveMap() };
  } catch (error) {
    console.error('Cannot load the map', error);
    return { default: NoMap };
  }
});
const LateTogetherBar = latePart(
  'nothing',
  async () => (await import('./together/together-bar.tsx')).TogetherBar,
);
function NoMap(_map: LiveMapProps) {
  return null;
}

/** The map behind every screen. Loaded after the shell; the address says what it shows. */
export function MapSlot() {
  const fleet = useFleet();
  const isWanted = useMapWanted();
  const { preferences: store } = useServices();
  const signedIn = useSignedIn();
  const theme = useMapTheme();
  const { distanceUnit } = useDisplayChoices();
  const { point } = useMapFocus();
  const { map, setMap, isDrawing } = useMapDrawing();
  const claim = useMapClaim();
  const [preferences, setPreferences] = useState(() => readMapPreferences(store, signedIn.user.attributes));
  const destination = isShared(signedIn.user) ? destinationIn(signedIn.user.attributes) : null;
  const base = useMapBase();
  const tools = useMapTools();
  const selection = useMapSelection();
  const together = readTogether(useSearchParams()[0]);
  const without = useUnseen();
  const contributions = useMapContributions(selection.id, preferences, without);
  // Where the map starts counts once: what the user does to it later is theirs.
  const [start] = useState(() => initialView(signedIn));
  const inset = usePanelInset(isDrawing, claim);
  useMapPadding(map, inset);
  const navigate = useNavigate();

  return (
    <div className={styles.ground} style={coverOf(inset)}>
      <Suspense fallback={null}>
        {fleet !== null && isWanted && (
          <LiveMap
            fleet={fleet}
            brand={signedIn.branding.brand}
            theme={theme}
            base={base}
            selection={selection}
            start={{ view: start, covered: inset }}
            preferences={preferences}
            distanceUnit={distanceUnit}
            without={without}
            onPreferences={(next) => {
              writeMapPreferences(store, next);
              setPreferences(next);
            }}
            contributions={contributions}
            isDrawing={isDrawing}
            claim={claim}
            isLed={point !== null || together.length > 0}
            onMap={setMap}
            onMapSettings={signedIn.user.administrator ? () => void navigate('/server') : undefined}
            tools={tools}
          />
        )}
      </Suspense>
      <EarlyPicture />
      <Together map={map} ids={together} />
      {map !== null && point !== null && <FocusPin map={map} point={point} />}
      {map !== null && destination !== null && (
        <FocusPin map={map} point={{ ...destination, isInSight: true }} />
      )}
    </div>
  );
}

function useMapTheme(): LiveMapProps['theme'] {
  const { i18n } = useTranslation();
  const { branding, server } = useSignedIn();
  const scheme = useComputedColorScheme('light');
  const color = brandColor(branding.color, server.server.attributes['colorPrimary']);
  return { scheme, basePath: '', language: i18n.language, accent: mapColor(color, scheme) };
}

function Together({ map, ids }: TogetherBarProps) {
  return ids.length === 0 ? null : <LateTogetherBar map={map} ids={ids} />;
}

/** The vehicle that the address names, whether the map follows it, and the effect of a click. */
function useMapSelection(): LiveMapProps['selection'] {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const match = useMatch('/devices/:deviceId/*');
  const isForm = useMatch('/geofence/:fenceId') !== null;
  const isNearest = useMatch('/nearest') !== null;
  const sharePath = useMatch('/shares/:shareId')?.pathname;
  return {
    id: idIn(match?.params.deviceId),
    onSelect: (id) => {
      // A click on empty ground closes a vehicle, but not a form being filled in, nor vehicles being followed.
      if (id !== null) void navigate(`/devices/${id}`);
      else if (!isForm && sharePath === undefined && !search.has('together')) void navigate('/home');
    },
    onGround: (place) => {
      if (sharePath !== undefined) void navigate(`${sharePath}?at=${placeParam(place)}`, { replace: true });
      if (isNearest) void navigate(nearestPath(place, true), { replace: true });
      return isNearest || sharePath !== undefined;
    },
    follow: search.get('follow') === '1',
    onFollowEnd: () =>
      setSearch(
        (old) => {
          old.delete('follow');
          return old;
        },
        { replace: true },
      ),
  };
}

/** Map options that this user does not get: a guest has vehicles and nothing else. */
function useUnseen(): readonly (keyof MapPreferences)[] {
  const { user } = useSignedIn();
  const { may } = useRights();
  const seesFences = !isShared(user) && (may('geofences.view') || may('anchor.view'));
  const seesGroups = !isShared(user) && may('groups.view');
  return [...(seesFences ? [] : ['counts' as const]), ...(seesGroups ? [] : ['groups' as const])];
}

const NO_POSITIONS: readonly Position[] = [];

/** The layers that areas add to the map: geofences, the track of today, the trail of the selected vehicle. */
function useMapContributions(
  selectedId: number | null,
  preferences: MapPreferences,
  without: readonly (keyof MapPreferences)[],
): readonly MapContribution[] {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const shapes = useFenceShapes(preferences.counts);
  const groups = useGroupShapes(preferences.groups && !without.includes('groups'));
  const pickGroup = useGroupPick();
  const openId = Number(useMatch('/geofence/:fenceId')?.params.fenceId) || null;
  const { user } = useSignedIn();
  // A guest gets the track since the share began, where their server knows when that was.
  const seesTrack = isShared(user) && user.attributes[SHARE_ATTRIBUTES.since] !== undefined;
  // A guest has no switches: they always see that track.
  const hasTrail = search.get('trail') === '1' || seesTrack;
  const recent = useHistory(selectedId ?? 0, SHORT_HOURS, hasTrail && selectedId !== null).data;
  const hasToday = search.get('today') === '1' && selectedId !== null;
  const today = useTodayRoute(selectedId ?? 0, hasToday).data;
  const fences = useMemo(() => ({ shapes, openId }), [shapes, openId]);
  return useMemo(
    () => [
      { layer: 'fences', data: fences, onPick: (id: number) => void navigate(`/geofence/${id}`) },
      ...(groups.length > 0 ? [{ layer: 'groups', data: groups, onPick: pickGroup } as const] : []),
      ...(hasToday && today !== undefined ? [{ layer: 'route', data: today } as const] : []),
      ...(hasTrail ? [{ layer: 'trail', data: recent ?? NO_POSITIONS } as const] : []),
    ],
    [fences, groups, pickGroup, hasToday, today, hasTrail, recent, navigate],
  );
}

/** Vehicles have numbers; `/devices/new` and the like are screens of no vehicle. */
function idIn(text: string | undefined): number | null {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : null;
}

/** Lets the map's own signs, e.g. its scale, keep clear of the panel. */
const coverOf = ({ left, bottom }: MapInset): CSSProperties =>
  ({ '--map-covered-left': `${left}px`, '--map-covered-bottom': `${bottom}px` }) as CSSProperties;

/** Area that the open panel covers; an expanded panel covers the whole map, so nothing has to stay clear. */
function usePanelInset(isDrawing: boolean, claim: MapClaim | null): MapInset {
  const { pathname } = useLocation();
  const isPhone = useIsPhone();
  if (pathname === '/home' || isDrawing) return { left: 0, bottom: 0 };
  const inset = panelInset({ width: window.innerWidth, height: window.innerHeight, isPhone });
  return isPhone ? inset : { left: claim?.leftPx ?? inset.left, bottom: claim?.bottomPx ?? inset.bottom };
}
