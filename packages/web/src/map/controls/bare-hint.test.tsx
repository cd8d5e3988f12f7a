// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import en from '../../i18n/locales/en/map.json';
import { BareHint } from './bare-hint.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', ns: ['map'], resources: { en: { map: en } } });
});
afterEach(cleanup);

function showHint(base: Parameters<typeof BareHint>[0]['base']) {
  const onOpen = vi.fn();
  let emit: (zoom: number) => void = () => undefined;
  const watchZoom = (listener: (zoom: number) => void) => {
    emit = listener;
    return () => undefined;
  };
  render(<BareHint watchZoom={watchZoom} base={base} onOpen={onOpen} />);
  return { onOpen, zoomTo: (zoom: number) => act(() => emit(zoom)) };
}

test('[STREET-27] near the ground a note says that there is no street map, and leads to where one is set', () => {
  const { onOpen, zoomTo } = showHint(null);
  zoomTo(10);
  expect(screen.queryByRole('note')).toBe(null);
  zoomTo(12);
  expect(screen.getByRole('note').textContent).toContain('No street map is configured.');
  fireEvent.click(screen.getByRole('button', { name: 'How to set one up' }));
  expect(onOpen).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Hide this note' }));
  expect(screen.queryByRole('note')).toBe(null);
});

test('[STREET-27] a street map of others that does not answer is named', () => {
  const style = {
    id: 'style',
    format: 'style',
    name: 'tiles.example',
    url: '',
    attribution: '',
    maxZoom: 20,
  };
  showHint({ ...style, format: 'style' }).zoomTo(15);
  expect(screen.getByRole('note').textContent).toContain('tiles.example');
});
