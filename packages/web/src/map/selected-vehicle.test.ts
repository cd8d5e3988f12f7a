import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '@rastro/fleet';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Fleet } from '../live/fleet.ts';
import { makeDevice, makePosition } from '../live/test-fleet.ts';
import { SelectedVehicle } from './selected-vehicle.ts';

type Flight = { readonly center: readonly [number, number]; readonly zoom?: number };

/** A map that is told where to fly and gets a share of the way. */
function open() {
  const flights: Flight[] = [];
  let zoom = 4;
  let onZoomStart: (event: { originalEvent?: object }) => void = () => undefined;
  const gestures = { enable: () => undefined };
  const map = {
    on: (_name: string, listener: typeof onZoomStart) => void (onZoomStart = listener),
    getZoom: () => zoom,
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
    turnWheel: () => onZoomStart({ originalEvent: {} }),
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

test('[FOLLOW-1] the zoom of the person ends the flight', () => {
  const { selected, flights, moveTo, turnWheel } = open();
  selected.follow(true);
  selected.select(1);
  turnWheel();
  moveTo(2, 9);
  assert.deepEqual(zooms(flights), [17, undefined]);
});
