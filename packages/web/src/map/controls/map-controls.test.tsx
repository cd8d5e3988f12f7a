// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import en from '../../i18n/locales/en/map.json';
import { MapControls, type MapControlsProps } from './map-controls.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', ns: ['map'], resources: { en: { map: en } } });
});
afterEach(cleanup);

const PREFERENCES = {
  clustered: true,
  name: false,
  plate: false,
  status: false,
  precision: false,
  counts: false,
  groups: false,
};

function renderControls(part: Partial<MapControlsProps> = {}) {
  const calls = { onBase: vi.fn(), onPreferences: vi.fn(), onZoom: vi.fn(), onFitAll: vi.fn() };
  const tiles = { id: 'streets', name: 'Streets', url: '', attribution: '', maxZoom: 19 };
  render(
    <MapControls
      tileSources={[tiles]}
      baseId={null}
      preferences={PREFERENCES}
      stack={null}
      {...calls}
      {...part}
    />,
  );
  return calls;
}

test('[CTRL-1] every control is a named button, and shows its state', () => {
  const calls = renderControls();
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(calls.onZoom).toHaveBeenCalledWith(1);
  const layers = screen.getByRole('button', { name: 'Map layers' });
  expect(layers.getAttribute('aria-expanded')).toBe('false');
});

test('[CTRL-2] bases are chosen in a panel that Escape closes, back to its button', () => {
  const calls = renderControls();
  const layers = screen.getByRole('button', { name: 'Map layers' });
  fireEvent.click(layers);
  expect(layers.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(screen.getByRole('radio', { name: 'Streets' }));
  expect(calls.onBase).toHaveBeenCalledWith('streets');
  fireEvent.keyDown(screen.getByRole('radio', { name: 'Streets' }), { key: 'Escape' });
  expect(screen.queryByRole('radio', { name: 'Streets' })).toBeNull();
  expect(document.activeElement).toBe(layers);
});

test('[CTRL-3] a stack under the selected vehicle can be opened without a pointer', () => {
  const onOpen = vi.fn();
  renderControls({ stack: { count: 7, onOpen } });
  fireEvent.click(screen.getByRole('button', { name: 'Show the 7 vehicles at this spot' }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test('[WEBMAP-1] clusters, name, plate, status and precision are chosen one by one', () => {
  const calls = renderControls();
  fireEvent.click(screen.getByRole('button', { name: 'Map layers' }));
  const names = ['Group vehicles that are close', 'Name', 'Plate', 'Status', 'Accuracy circle'];
  const fields = ['clustered', 'name', 'plate', 'status', 'precision'] as const;
  for (const [at, name] of names.entries()) {
    const field = fields[at] as (typeof fields)[number];
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect(box.checked).toBe(PREFERENCES[field]);
    fireEvent.click(box);
    expect(calls.onPreferences).toHaveBeenLastCalledWith({ ...PREFERENCES, [field]: !PREFERENCES[field] });
  }
});

test('[WEBMAP-54] what the user may not see is not offered', () => {
  const choices = (): string[] => {
    fireEvent.click(screen.getByRole('button', { name: 'Map layers' }));
    return screen.getAllByRole('checkbox').map(({ parentElement }) => parentElement?.textContent ?? '');
  };
  renderControls();
  expect(choices().slice(-2)).toEqual(['Vehicles in each geofence', 'Vehicles of each group']);
  cleanup();
  renderControls({ without: ['counts', 'groups'] });
  expect(choices().at(-1)).toBe('Accuracy circle');
});
