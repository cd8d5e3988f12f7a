import type { Map as MapLibre } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import { TrackScene } from './track-scene.ts';

/** A fake map for the scene: layers by id, listeners, and the places it flies to. */
function open() {
  const layers = new Map([
    ['water', 'visible'],
    ['vehicles', 'visible'],
    ['labels', 'visible'],
    ['cluster-circles', 'visible'],
  ]);
  const sources = new Set<string>();
  const listeners = new Map<string, (event: object) => void>();
  const flights: object[] = [];
  const screen = { x: 500, y: 400 };
  const map = {
    style: {},
    on: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    off: (name: string) => void listeners.delete(name),
    getLayer: (id: string) => (layers.has(id) ? { id } : undefined),
    addLayer: ({ id }: { id: string }) => void layers.set(id, 'visible'),
    removeLayer: (id: string) => void layers.delete(id),
    setLayoutProperty: (id: string, _name: string, value: string) => void layers.set(id, value),
    hasImage: () => true,
    getSource: (id: string) => (sources.has(id) ? { setData: () => undefined } : undefined),
    addSource: (id: string) => void sources.add(id),
    removeSource: (id: string) => void sources.delete(id),
    queryRenderedFeatures: () => [],
    getBounds: () => ({ getWest: () => -1, getEast: () => 1, getSouth: () => -1, getNorth: () => 1 }),
    getZoom: () => 10,
    getPadding: () => ({ left: 0, right: 0, top: 0, bottom: 0 }),
    getCanvas: () => ({ clientWidth: 1000, clientHeight: 800 }),
    project: () => screen,
    isMoving: () => false,
    easeTo: (flight: object) => void flights.push(flight),
    triggerRepaint: () => undefined,
  };
  const calls = { onMarker: vi.fn(), onGround: vi.fn(), onView: vi.fn(), onDrag: vi.fn() };
  const scene = new TrackScene(map as unknown as MapLibre, { scheme: 'light', ...calls });
  return { scene, layers, sources, listeners, flights, screen, calls };
}

test('[PAST-21] the living fleet steps back while the past is shown, and comes back afterwards', () => {
  const { scene, layers, sources, listeners } = open();
  const live = (): (string | undefined)[] =>
    ['vehicles', 'labels', 'cluster-circles'].map((id) => layers.get(id));
  expect(live()).toEqual(['none', 'none', 'none']);
  expect(layers.has('history-track')).toBe(true);
  scene.stop();
  expect(live()).toEqual(['visible', 'visible', 'visible']);
  expect([...layers.keys()]).toEqual(['water', 'vehicles', 'labels', 'cluster-circles']);
  expect([...sources]).toEqual([]);
  expect([...listeners.keys()]).toEqual([]);
});

test('[PAST-20] the map follows when the vehicle leaves its middle, and a drag is reported', () => {
  const { scene, flights, screen, calls, listeners } = open();
  scene.follow({ x: 0.5, y: 0.5 });
  expect(flights).toHaveLength(0);
  screen.x = 900;
  scene.follow({ x: 0.6, y: 0.5 });
  expect(flights).toHaveLength(1);
  listeners.get('dragstart')?.({});
  expect(calls.onDrag).toHaveBeenCalledTimes(1);
});

test('[PAST-19] a press on the ground says where, and how far is near', () => {
  const { listeners, calls } = open();
  listeners.get('click')?.({ point: { x: 1, y: 1 }, lngLat: { lng: 0, lat: 0 } });
  const [place, near] = calls.onGround.mock.calls[0] ?? [];
  expect(place).toEqual({ x: 0.5, y: 0.5 });
  // Twelve px at zoom 10.
  expect(near).toBeCloseTo(12 / (512 * 1024), 9);
});
