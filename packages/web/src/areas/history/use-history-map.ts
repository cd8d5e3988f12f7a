import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { vehicleColour, type TrackMarker, type TrackScene } from '../../kernel/map/entry-points.ts';
import { useTrackScene } from '../../kernel/map/use-track-scene.ts';
import type { HistoryRow, StretchRow } from './chronology.ts';
import type { ColourMode } from './history-address.ts';
import type { Player } from './player.ts';
import { DrawnLines } from './drawn-lines.ts';
import { placeAt, type Span, type Track } from './track.ts';
import type { TrackLoader, VehicleTrack } from './track-loader.ts';

const REFINE_MS = 250;
const WHOLE: Span = { from: -Infinity, to: Infinity };
const NO_ROWS: readonly HistoryRow[] = [];

export interface HistoryMapOptions {
  /** Those that are not hidden. */
  readonly tracks: readonly VehicleTrack[];
  /** More than one is chosen: each has its number. */
  readonly isNumbered: boolean;
  readonly loader: TrackLoader;
  readonly rows: readonly HistoryRow[];
  readonly markers: readonly TrackMarker[];
  readonly colour: ColourMode;
  readonly measure: string | null;
  /** Looked at alone. */
  readonly focus: StretchRow | null;
  readonly player: Player;
  readonly onMarker: (key: string) => void;
  readonly onGround: (place: { readonly x: number; readonly y: number }, near: number) => void;
}

/** Puts the past on the map, and takes it away when the screen is left. */
export function useHistoryMap(options: HistoryMapOptions): TrackScene | null {
  const { tracks, isNumbered, rows, markers, colour, measure, focus, player } = options;
  const scheme = useComputedColorScheme('light');
  const scene = useScene(options, scheme);
  const [drawn] = useState(() => new DrawnLines());
  const tripRows = colour === 'trip' ? rows : NO_ROWS;
  const lines = useMemo(() => drawn.of(tracks, tripRows, measure), [drawn, tracks, tripRows, measure]);
  useEffect(() => scene?.setStyle(colour, scheme), [scene, colour, scheme]);
  useEffect(() => scene?.setLines(lines), [scene, lines]);
  useEffect(() => scene?.setMarkers(markers), [scene, markers]);
  useEffect(() => scene?.setFocus(focus), [scene, focus]);
  useFit(scene, options);
  useEffect(() => {
    player.setTracks(tracks.map(({ track }) => track));
  }, [player, tracks]);
  useEffect(() => {
    if (scene === null) return undefined;
    const show = (): void => showCursors(scene, player, { tracks, isNumbered });
    show();
    return player.watch(show);
  }, [scene, player, tracks, isNumbered]);
  return scene;
}

function useScene(options: HistoryMapOptions, scheme: 'light' | 'dark'): TrackScene | null {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const loader = useRef(options.loader);
  useEffect(() => {
    loader.current = options.loader;
  }, [options.loader]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useTrackScene({
    scheme,
    onMarker: options.onMarker,
    onGround: options.onGround,
    onView: (view) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void loader.current.refine(view), REFINE_MS);
    },
    onDrag: () => options.player.set({ follow: false }),
  });
}

/** All of it once it is there, and again when other vehicles or days are; a trip when it is looked at alone. */
function useFit(scene: TrackScene | null, { tracks, focus, loader }: HistoryMapOptions): void {
  const fitted = useRef<{ readonly subject: string; readonly key: string | null } | null>(null);
  const seen = useRef<TrackLoader>(null);
  const isThere = tracks.length > 0 && tracks.every(({ state }) => state === 'there' || state === 'failed');
  useEffect(() => {
    if (scene === null || !isThere) return;
    const key = focus?.key ?? null;
    const isKnown = fitted.current?.subject === loader.subject;
    // The same tracks with another attribute: the map does not move, what is in view is asked for as finely as before.
    if (isKnown && seen.current !== loader) void loader.refine(scene.view);
    seen.current = loader;
    if (isKnown && fitted.current?.key === key) return;
    // Leaving a trip keeps the map where it is.
    const isLeft = isKnown && key === null;
    fitted.current = { subject: loader.subject, key };
    const box = isLeft ? null : boxOf(tracks, focus);
    if (box !== null) scene.fit(box);
  }, [scene, isThere, tracks, focus, loader]);
}

function boxOf(tracks: readonly VehicleTrack[], focus: StretchRow | null) {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  const { from, to } = focus ?? WHOLE;
  for (const { deviceId, track } of tracks) {
    if (focus !== null && deviceId !== focus.deviceId) continue;
    for (let i = 0; i < track.length; i++) {
      const at = track.time[i] ?? 0;
      if (at < from || at > to) continue;
      const [x, y] = [track.x[i] ?? 0, track.y[i] ?? 0];
      west = Math.min(west, x);
      east = Math.max(east, x);
      north = Math.min(north, y);
      south = Math.max(south, y);
    }
  }
  return west === Infinity ? null : { west, north, east, south };
}

function showCursors(
  scene: TrackScene,
  player: Player,
  { tracks, isNumbered }: Pick<HistoryMapOptions, 'tracks' | 'isNumbered'>,
): void {
  const { cursor, follow } = player.state();
  const cursors = tracks.flatMap(({ deviceId, index, track }) => {
    const place = placeAt(track, cursor) ?? firstPlace(track);
    if (place === null) return [];
    const { x, y, course, state } = place;
    const style = { colour: vehicleColour(index), badge: isNumbered ? String(index + 1) : '' };
    return [{ deviceId, x, y, course, isInGap: state === 'gap', ...style }];
  });
  scene.setCursors(cursors);
  const [first] = cursors;
  if (follow && first !== undefined) scene.follow(first);
}

/** Before its first record, a vehicle waits at the place of that record. */
const firstPlace = (track: Track) =>
  track.length === 0 ? null : { x: track.x[0] ?? 0, y: track.y[0] ?? 0, course: null, state: 'gap' as const };
