import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '@rastro/fleet';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Fleet } from '../../live/fleet.ts';
import { makeDevice, makePosition } from '../../testing/test-fleet.ts';
import { shortestSpan } from '../vehicles/fleet-bounds.ts';
import { FollowTogether } from './follow-together.ts';

Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });

type Box = readonly [number, number, number, number];
const SIZE_PX = 1000;

/** A flat map: 1000 px show `span` degrees about its center; a nearer zoom shows half of them. */
function open(places: Readonly<Record<number, readonly [number, number]>>) {
  const at = new Map(Object.entries(places).map(([id, place]) => [Number(id), place]));
  const listeners = new Map<string, (event: { originalEvent?: object }) => void>();
  const boxes: Box[] = [];
  const wakes: (() => void)[] = [];
  let [centre, zoom]: [readonly [number, number], number] = [[0, 0], 2];
  let [flights, pauses] = [0, 0];
  const map = {
    on: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    off: (name: string) => void listeners.delete(name),
    isMoving: () => false,
    getZoom: () => zoom,
    getPadding: () => ({}),
    getContainer: () => ({ clientWidth: SIZE_PX, clientHeight: SIZE_PX }),
    project: ([x, y]: [number, number]) => {
      const perDegree = SIZE_PX / (360 / 2 ** zoom);
      return { x: SIZE_PX / 2 + (x - centre[0]) * perDegree, y: SIZE_PX / 2 - (y - centre[1]) * perDegree };
    },
    cameraForBounds: (box: Box, { maxZoom }: { maxZoom: number }) => {
      boxes.push(box);
      const [west, south, east, north] = box;
      const fit = Math.log2(360 / Math.max(2 * (east - west), 2 * (north - south), 0.0001));
      return { center: [(west + east) / 2, (south + north) / 2], zoom: Math.min(fit, maxZoom) };
    },
    easeTo: (camera: { center: readonly [number, number]; zoom: number }) => {
      flights++;
      ({ center: centre, zoom } = camera);
    },
  };
  const fleet = {
    vehicle: (id: number) => {
      const [longitude, latitude] = at.get(id) ?? [];
      if (longitude === undefined || latitude === undefined) return undefined;
      const position: Position = makePosition(id, 1, { longitude, latitude });
      return { device: makeDevice(id), position };
    },
    watchVehicle: (_id: number, wake: () => void) => {
      wakes.push(wake);
      return () => void wakes.splice(wakes.indexOf(wake), 1);
    },
  };
  const together = new FollowTogether(map as unknown as MapLibre, {
    fleet: fleet as unknown as Fleet,
    ids: [1, 2, 3],
    onPause: () => pauses++,
  });
  return {
    together,
    boxes,
    wakes,
    flights: () => flights,
    pauses: () => pauses,
    zoom: () => zoom,
    move: (id: number, place: readonly [number, number]) => {
      at.set(id, place);
      for (const wake of wakes) wake();
    },
    emit: (name: string, event: { originalEvent?: object } = {}) => listeners.get(name)?.(event),
    listeners,
  };
}

test('[FOLLOW-3] all that have a place are in sight, and the map moves only when one is on the way out', () => {
  const map = open({ 1: [-46, -23], 2: [-44, -22] });
  assert.deepEqual(map.boxes.at(-1), [-46, -23, -44, -22]);
  assert.equal(map.flights(), 1);
  map.move(1, [-45.9, -22.9]);
  assert.equal(map.flights(), 1);
  map.move(2, [-40, -22]);
  assert.equal(map.flights(), 2);
  map.move(3, [-46, -30]);
  assert.deepEqual(map.boxes.at(-1), [-45.9, -30, -40, -22].with(0, -46));
  assert.equal(map.flights(), 3);
});

test('[FOLLOW-3] the map goes nearer when they come together, but not into the ground', () => {
  const map = open({ 1: [-46, -23], 2: [-44, -22], 3: [-45, -22] });
  map.move(2, [-46, -23]);
  map.move(3, [-46, -23]);
  assert.equal(map.zoom(), 16);
});

test('[FOLLOW-3] the short way round the world counts', () => {
  const map = open({ 1: [179, -17], 2: [-179, -18] });
  assert.deepEqual(map.boxes.at(-1), [179, -18, 181, -17]);
  assert.deepEqual(shortestSpan([0.9, 0.1, 0.2], 1), [0.9, 1.2]);
});

test('[FOLLOW-4] a drag by the user pauses it until it is asked again', () => {
  const map = open({ 1: [-46, -23], 2: [-44, -22] });
  map.emit('zoomstart');
  assert.equal(map.pauses(), 0);
  map.emit('dragstart', { originalEvent: {} });
  map.emit('zoomstart', { originalEvent: {} });
  assert.equal(map.pauses(), 1);
  map.move(2, [-30, -10]);
  assert.equal(map.flights(), 1);
  map.together.resume();
  assert.equal(map.flights(), 2);
});

test('[FOLLOW-4] after the end nothing is watched', () => {
  const map = open({ 1: [-46, -23] });
  map.together.stop();
  assert.equal(map.wakes.length, 0);
  assert.equal(map.listeners.size, 0);
});
