import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '@rastro/fleet';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Fleet } from '../../live/fleet.ts';
import { makeDevice, makePosition } from '../../testing/test-fleet.ts';
import { SelectedVehicle } from './selected-vehicle.ts';

type Flight = { readonly center: readonly [number, number]; readonly zoom?: number };

/** A map that records where it flies, and gets a part of the way. */
function open() {
  const flights: Flight[] = [];
  let zoom = 4;
  let isMoving = false;
  const listeners = new Map<string, (event: { originalEvent?: object }) => void>();
  const gestures = { enable: () => undefined };
  const map = {
    on: (name: string, listener: (event: { originalEvent?: object }) => void) =>
      void listeners.set(name, listener),
    getZoom: () => zoom,
    isMoving: () => isMoving,
    getSource: () => undefined,
    easeTo: (flight: Flight) => void flights.push(flight),
    scrollZoom: gestures,
    touchZoomRotate: gestures,
  };
  let position: Position = makePosition(1, 1);
  let wake = (): void => undefined;
  const fleet = {
    vehicle: () => ({ device: makeDevice(1), position }),
    watchVehicle: (_id: number, listener: () => void) => {
      wake = listener;
      return () => undefined;
    },
  };
  const selected = new SelectedVehicle(map as unknown as MapLibre, {
    fleet: fleet as unknown as Fleet,
    onMoved: () => undefined,
  });
  return {
    selected,
    flights,
    moveTo: (minute: number, atZoom: number): void => {
      zoom = atZoom;
      position = makePosition(1, minute);
      wake();
    },
    turnWheel: () => listeners.get('zoomstart')?.({ originalEvent: {} }),
    drag: () => listeners.get('dragstart')?.({}),
    /** A movement ends; another one may have begun meanwhile. */
    endMove: async (atZoom: number, isOther = false): Promise<void> => {
      zoom = atZoom;
      isMoving = isOther;
      listeners.get('moveend')?.({});
      await Promise.resolve();
    },
  };
}
const zooms = (flights: readonly Flight[]): (number | undefined)[] => flights.map(({ zoom }) => zoom);

test('[FOLLOW-1] a position during the flight to a followed vehicle does not leave the map half way', () => {
  const { selected, flights, moveTo } = open();
  selected.follow(true);
  selected.select(1);
  moveTo(2, 9);
  moveTo(3, 17);
  moveTo(4, 16);
  assert.deepEqual(zooms(flights), [17, 17, undefined, undefined]);
});

test('[FOLLOW-1] a zoom by the user ends the flight', () => {
  const { selected, flights, moveTo, turnWheel } = open();
  selected.follow(true);
  selected.select(1);
  turnWheel();
  moveTo(2, 9);
  assert.deepEqual(zooms(flights), [17, undefined]);
});

test('[FOLLOW-2] a flight to a vehicle that a panel cut off goes on until it is there', async () => {
  const { selected, flights, endMove } = open();
  selected.select(1);
  await endMove(4, true);
  assert.deepEqual(zooms(flights), [17], 'the panel moves the map first');
  await endMove(5);
  assert.deepEqual(zooms(flights), [17, 17]);
  await endMove(17);
  await endMove(9);
  assert.deepEqual(zooms(flights), [17, 17], 'it was there; what comes later is not its business');
});

test('[FOLLOW-2] a drag by the user and another selection end the flight', async () => {
  for (const end of ['turnWheel', 'drag', 'close'] as const) {
    const opened = open();
    opened.selected.select(1);
    if (end === 'close') opened.selected.select(null);
    else opened[end]();
    await opened.endMove(9);
    assert.deepEqual(zooms(opened.flights), [17], end);
  }
});

test('[FOLLOW-2] a map that never gets there is left alone', async () => {
  const { selected, flights, endMove } = open();
  selected.select(1);
  for (let i = 0; i < 20; i++) await endMove(9);
  assert.equal(flights.length, 5);
});
