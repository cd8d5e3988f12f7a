import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { dropEarlyPicture, dropEarlyPictureWhenDrawn, hasEarlyPicture } from '../live/early-picture.ts';
import { EarlyPicture } from './early-picture.tsx';

afterEach(() => {
  dropEarlyPicture();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function aPicture(left = 0): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  vi.spyOn(canvas, 'getBoundingClientRect').mockReturnValue(new DOMRect(left, 0, 0, 0));
  document.documentElement.append(canvas);
  window.earlyPicture = canvas;
  return canvas;
}
function openMap(at = '/history') {
  const router = createMemoryRouter([{ path: '*', element: <EarlyPicture /> }], { initialEntries: [at] });
  return { router, ...render(<RouterProvider router={router} />) };
}

test('[WEB-902] the picture of a track lies over the map until the past is left', async () => {
  const canvas = aPicture();
  const { container, router } = openMap();
  expect(container.contains(canvas)).toBe(true);
  await act(() => router.navigate('/home'));
  expect(canvas.isConnected).toBe(false);
  expect(hasEarlyPicture()).toBe(false);
});

test('[WEB-902] a picture that was made for another place of the map goes', () => {
  const canvas = aPicture(60);
  openMap();
  expect(canvas.isConnected).toBe(false);
});

test('[WEB-902] the map takes its place when it has drawn, when a hand moves it, or after 3 s', () => {
  vi.useFakeTimers();
  for (const event of ['idle', 'dragstart', 'wheel', null]) {
    const canvas = aPicture();
    const listeners = new Map<string, () => void>();
    dropEarlyPictureWhenDrawn({ once: (name, listener) => listeners.set(name, listener) });
    expect(canvas.isConnected).toBe(true);
    if (event === null) vi.advanceTimersByTime(3_000);
    else listeners.get(event)?.();
    expect(canvas.isConnected).toBe(false);
  }
});
