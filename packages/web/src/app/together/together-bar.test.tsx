import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSearchParams } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { readTogether, togetherPath } from '../../kernel/map/split-path.ts';
import { aVehicle, MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { TogetherBar } from './together-bar.tsx';
import { fill } from '../../testing/fill.ts';

interface Camera {
  readonly ids: readonly number[];
  readonly onPause: () => void;
  readonly resume: () => void;
}
const { cameras } = vi.hoisted(() => ({ cameras: [] as Camera[] }));
/** jsdom draws no map: what the camera is asked for is what counts here. */
vi.mock('../../kernel/map/entry-points.ts', async (original) => ({
  ...(await original<object>()),
  openTogether: (_map: unknown, options: Omit<Camera, 'resume'>) => {
    const camera = { ...options, resume: vi.fn<() => void>(), stop: () => undefined };
    cameras.push(camera);
    return Promise.resolve(camera);
  },
}));
beforeEach(() => void cameras.splice(0));

const MAP = {} as never;
const FLEET = [
  aVehicle({ id: 1, name: 'Ambar' }),
  aVehicle({ id: 2, name: 'Bravo' }),
  { ...aVehicle({ id: 3, name: 'Cinza' }), position: null },
];
function Home() {
  const ids = readTogether(useSearchParams()[0]);
  return ids.length === 0 ? null : <TogetherBar map={MAP} ids={ids} />;
}
const open = (at: string): Promise<Page> =>
  openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({}) }),
    at,
    routes: () => [{ path: '*', element: <Home /> }],
    fleet: new MemoryFleet(FLEET),
  });

test('[WEBPANEL-58] the address holds up to four vehicles that are followed, each once', () => {
  expect(readTogether(new URLSearchParams('together=3,1,3,x,-2,0,7,8,9'))).toEqual([3, 1, 7, 8]);
  expect(togetherPath(new Set([4, 5]))).toBe('/home?together=4,5');
  expect(togetherPath([])).toBe('/home');
});

test('[WEBPANEL-58] vehicles are added and taken away, and the map follows who is left', async () => {
  const page = await open('/home?together=1,2');
  const bar = within(await screen.findByRole('region', { name: 'Followed on the map' }));
  expect(bar.getByRole('link', { name: 'Ambar' }).getAttribute('href')).toBe('/devices/1');
  await waitFor(() => expect(cameras.at(-1)?.ids).toEqual([1, 2]));
  await userEvent.click(bar.getByRole('button', { name: 'Stop following Ambar' }));
  await waitFor(() => expect(page.path()).toBe('/home?together=2'));
  await fill(bar.getByRole('combobox', { name: 'Add a vehicle' }), 'cin');
  await userEvent.click(await bar.findByRole('option', { name: /^Cinza/ }));
  await waitFor(() => expect(page.path()).toBe('/home?together=2,3'));
  await waitFor(() => expect(cameras.at(-1)?.ids).toEqual([2, 3]));
  bar.getByText('no position');
  await userEvent.click(bar.getByRole('button', { name: 'Stop following' }));
  await waitFor(() => expect(page.path()).toBe('/home'));
});

test('[FOLLOW-4] who moved the map goes on by one press', async () => {
  await open('/home?together=1,2');
  await waitFor(() => expect(cameras).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Follow again' })).toBeNull();
  cameras[0]?.onPause();
  await userEvent.click(await screen.findByRole('button', { name: 'Follow again' }));
  expect(cameras[0]?.resume).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Follow again' })).toBeNull();
});
