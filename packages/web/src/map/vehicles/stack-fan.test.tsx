// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import en from '../../i18n/locales/en/map.json';
import type { Fleet, Vehicle } from '../../live/fleet.ts';
import { makeDevice } from '../../testing/test-fleet.ts';
import { StackFan } from './stack-fan.tsx';

beforeAll(async () => {
  // jsdom has no canvas: the pictures stay empty.
  HTMLCanvasElement.prototype.getContext = () => null;
  await i18next.use(initReactI18next).init({ lng: 'en', ns: ['map'], resources: { en: { map: en } } });
});
afterEach(cleanup);

function renderFan(count: number) {
  const vehicles = new Map<number, Vehicle>();
  for (let id = 1; id <= count; id++) vehicles.set(id, { device: makeDevice(id), position: null });
  const fleet: Pick<Fleet, 'vehicle' | 'watchVehicle'> = {
    vehicle: (id) => vehicles.get(id),
    watchVehicle: () => () => undefined,
  };
  const calls = { onPick: vi.fn(), onClose: vi.fn() };
  render(
    <StackFan fleet={fleet as Fleet} brand="rastro" ids={[...vehicles.keys()]} point={[0, 0]} {...calls} />,
  );
  return calls;
}

test('[FAN-1] the first vehicle has the focus, arrows go round, Escape closes', () => {
  const calls = renderFan(3);
  const group = screen.getByRole('group', { name: '3 vehicles at this spot' });
  expect(document.activeElement?.textContent).toBe('Vehicle 1');
  fireEvent.keyDown(group, { key: 'ArrowUp' });
  expect(document.activeElement?.textContent).toBe('Vehicle 3');
  fireEvent.keyDown(group, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Vehicle 1');
  fireEvent.keyDown(group, { key: 'Escape' });
  expect(calls.onClose).toHaveBeenCalledOnce();
});

test('[FAN-2] many vehicles become a list with a way out', () => {
  const calls = renderFan(12);
  expect(screen.getAllByRole('button')).toHaveLength(13);
  fireEvent.click(screen.getByRole('button', { name: 'Vehicle 12' }));
  expect(calls.onPick).toHaveBeenCalledWith(12);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(calls.onClose).toHaveBeenCalledOnce();
});
