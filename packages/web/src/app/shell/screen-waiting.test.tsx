import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { Link, Outlet } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { lateScreen } from '../../ui/late-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { NextScreenWaiting, ScreenWaiting } from './screen-waiting.tsx';

afterEach(() => vi.restoreAllMocks());

const List = () => (
  <Panel title="Vehicles">
    <Link to="/one">Van 1</Link>
  </Panel>
);

function open(load: () => Promise<ComponentType>): Promise<Page> {
  const frame = (
    <>
      <Suspense fallback={<ScreenWaiting />}>
        <Outlet />
      </Suspense>
      <NextScreenWaiting />
    </>
  );
  return openPage({
    server: new MemoryServer().on('GET /api/session', { body: aUser({}) }),
    at: '/list',
    routes: () => [
      {
        element: frame,
        children: [
          { path: '/list', element: <List /> },
          { path: '/one', ...lateScreen(load) },
        ],
      },
    ],
  });
}

test('[WEB-800] while the code of a screen is on its way, a panel of ghosts stands over the one that is left', async () => {
  const code = Promise.withResolvers<ComponentType>();
  await open(() => code.promise);
  await userEvent.click(screen.getByRole('link', { name: 'Van 1' }));
  expect(screen.queryByRole('status'), 'what comes soon is not announced').toBeNull();
  await screen.findByRole('status', { name: 'Loading' });
  expect(screen.getByRole('heading', { name: 'Vehicles' }), 'what is left stays until then').toBeTruthy();
  await act(async () => code.resolve(() => <Panel title="Van 1">Here</Panel>));
  await screen.findByRole('heading', { name: 'Van 1' });
  expect(screen.queryByRole('status')).toBeNull();
});

test('[WEB-801] opening a row moves the focus to the heading at once, and again when the panel was hidden meanwhile', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  const texts = Promise.withResolvers<{ readonly default: ComponentType }>();
  const Late = lazy(() => texts.promise);
  const One = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <Panel title="Van 1">
        <button onClick={() => setOpen(true)}>More</button>
        {isOpen && <Late />}
      </Panel>
    );
  };
  await open(() => Promise.resolve(One));
  const link = screen.getByRole('link', { name: 'Van 1' });
  link.focus();
  await userEvent.keyboard('{Enter}');
  const heading = await screen.findByRole('heading', { name: 'Van 1' });
  expect(document.activeElement).toBe(heading);
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('status', { name: 'Loading' });
  // A browser takes the focus away from what is hidden.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await act(async () => texts.resolve({ default: () => <p>More of it</p> }));
  await screen.findByText('More of it');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Van 1' }));
});
