import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeDevice } from '../../testing/test-fleet.ts';
import { VehicleMarker } from './vehicle-marker.tsx';

test('[WEBPANEL-34] a vehicle on its own map has its icon, and a tip only while it moves', () => {
  const parts = (state: 'moving' | 'stopped' | 'offline'): readonly [boolean, boolean] => {
    const { container, unmount } = render(
      <VehicleMarker device={makeDevice(1, { category: 'car' })} brand="rastro" state={state} />,
    );
    const found = [
      container.querySelector('canvas') !== null,
      container.querySelector('[data-part=tip]') !== null,
    ] as const;
    unmount();
    return found;
  };
  expect(parts('moving')).toEqual([true, true]);
  expect(parts('stopped')).toEqual([true, false]);
  expect(parts('offline')).toEqual([true, false]);
});
