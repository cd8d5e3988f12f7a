// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import en from '../i18n/locales/en/map.json';
import { MapControls, type MapControlsProps } from './map-controls.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', ns: ['map'], resources: { en: { map: en } } });
});
afterEach(cleanup);

function renderControls(part: Partial<MapControlsProps> = {}) {
  const calls = { onBase: vi.fn(), onPreferences: vi.fn(), onZoom: vi.fn(), onFitAll: vi.fn() };
  const tiles = { id: 'streets', name: 'Streets', url: '', attribution: '', maxZoom: 19 };
  render(
    <MapControls
      tileSources={[tiles]}
      baseId={null}
      preferences={{ cluster: true, labels: 'none' }}
      stack={null}
      {...calls}
      {...part}
    />,
  );
  return calls;
}

test('[CTRL-1] every control is a named button, and tells its state', () => {
  const calls = renderControls();
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(calls.onZoom).toHaveBeenCalledWith(1);
  const cluster = screen.getByRole('button', { name: 'Group vehicles that are close' });
  expect(cluster.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(cluster);
  expect(calls.onPreferences).toHaveBeenCalledWith({ cluster: false, labels: 'none' });
});

test('[CTRL-2] bases and labels are chosen in a panel that Escape closes, back to its button', () => {
  const calls = renderControls();
  const layers = screen.getByRole('button', { name: 'Map layers' });
  fireEvent.click(layers);
  expect(layers.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(screen.getByRole('radio', { name: 'Streets' }));
  expect(calls.onBase).toHaveBeenCalledWith('streets');
  fireEvent.click(screen.getByRole('radio', { name: 'Plate' }));
  expect(calls.onPreferences).toHaveBeenCalledWith({ cluster: true, labels: 'plate' });
  fireEvent.keyDown(screen.getByRole('radio', { name: 'Plate' }), { key: 'Escape' });
  expect(screen.queryByRole('radio', { name: 'Plate' })).toBeNull();
  expect(document.activeElement).toBe(layers);
});

test('[CTRL-3] a stack under the selected vehicle can be opened without a pointer', () => {
  const onOpen = vi.fn();
  renderControls({ stack: { count: 7, onOpen } });
  fireEvent.click(screen.getByRole('button', { name: 'Show the 7 vehicles at this spot' }));
  expect(onOpen).toHaveBeenCalledOnce();
});
