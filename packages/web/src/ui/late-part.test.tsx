import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { Link, Outlet } from 'react-router';
import { expect, test, vi } from 'vitest';
import { aUser, MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { latePart, lateScreen } from './late-part.tsx';
import { reloadStyles } from './reload-styles.ts';

const Fences = () => <h1>Fences</h1>;

/** A suspended part is hidden by its style. */
const isVisible = (element: HTMLElement): boolean => getComputedStyle(element).display !== 'none';

/** Code that does not come until the server is back. */
function away(part: ComponentType = Fences) {
  const server = { isAway: true, asked: 0 };
  const load = (): Promise<ComponentType> => {
    server.asked++;
    return server.isAway ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(part);
  };
  return { server, load };
}
function open(load: () => Promise<ComponentType>): Promise<Page> {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const frame = (
    <>
      <p>The map</p>
      <Link to="/fences">Open</Link>
      <Outlet />
    </>
  );
  return openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({}) }),
    at: '/home',
    routes: () => [
      {
        element: frame,
        children: [
          { path: '/home', element: null },
          { path: '/fences', ...lateScreen(load) },
        ],
      },
    ],
  });
}

test('[WEB-82] a screen whose code does not come fails in its panel, and comes when asked again', async () => {
  const { server, load } = away();
  await open(load);
  await userEvent.click(screen.getByRole('link', { name: 'Open' }));
  await screen.findByRole('heading', { name: 'The server cannot be reached now' });
  expect(screen.getByText('The map')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await screen.findByRole('heading', { name: 'The server cannot be reached now' });
  server.isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await screen.findByRole('heading', { name: 'Fences' });
});

test('[WEB-82] it comes by itself with the network, and is there when it is opened again', async () => {
  const { server, load } = away();
  await open(load);
  await userEvent.click(screen.getByRole('link', { name: 'Open' }));
  await screen.findByRole('alert');
  server.isAway = false;
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByRole('heading', { name: 'Fences' });
  const { asked } = server;
  await userEvent.click(screen.getByRole('link', { name: 'Open' }));
  await screen.findByRole('heading', { name: 'Fences' });
  expect(server.asked).toBe(asked);
});

test('[WEB-82] a dialog that does not come says so over the page; an error of a preload is silent', async () => {
  const [dialog, toasts] = [away(() => <p>Share</p>), away(() => <p>Toasts</p>)];
  const Dialog = latePart('notice', dialog.load);
  const Toasts = latePart('nothing', toasts.load);
  await open(() =>
    Promise.resolve(() => (
      <>
        <Dialog />
        <Toasts />
      </>
    )),
  );
  await userEvent.click(screen.getByRole('link', { name: 'Open' }));
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'Part of the page did not loadTry now',
  ]);
  dialog.server.isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await screen.findByText('Share');
});

test('[WEB-196] while a part loads, the content next to it stays', async () => {
  const chart = Promise.withResolvers<ComponentType>();
  const load = vi.fn(() => chart.promise);
  const Chart = latePart('nothing', load);
  const Report = () => {
    const [isLoaded, setLoaded] = useState(false);
    return (
      <>
        <button onClick={() => setLoaded(true)}>Load</button>
        {isLoaded && <Chart />}
      </>
    );
  };
  await open(() => Promise.resolve(Report));
  await userEvent.click(screen.getByRole('link', { name: 'Open' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Load' }));
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  expect(isVisible(screen.getByRole('button', { name: 'Load' }))).toBe(true);
  await act(async () => chart.resolve(() => <p>A chart</p>));
  await screen.findByText('A chart');
});

test('[WEB-82] styles that did not arrive are asked for again', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/assets/panel.css';
  document.head.append(link);
  await reloadStyles(document);
  expect(document.head.querySelector('link[href$="panel.css"]'), 'one that is on its way').toBe(link);
  link.dispatchEvent(new Event('error'));
  const again = reloadStyles(document);
  const next = document.head.querySelector('link[href$="panel.css"]');
  expect(next).not.toBe(link);
  next?.dispatchEvent(new Event('load'));
  await again;
  const failing = document.createElement('link');
  failing.rel = 'stylesheet';
  failing.href = '/assets/other.css';
  next?.replaceWith(failing);
  failing.dispatchEvent(new Event('error'));
  const failed = reloadStyles(document);
  document.head.querySelector('link[href$="other.css"]')?.dispatchEvent(new Event('error'));
  await expect(failed).rejects.toThrow('other.css');
});
