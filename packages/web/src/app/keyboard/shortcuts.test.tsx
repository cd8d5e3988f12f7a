import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { MemoryFleet } from '../../testing/memory-fleet.ts';
import { aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { PaletteHost } from '../palette/palette-host.tsx';
import { fill } from '../../testing/fill.ts';

const open = async (user = aUser({ administrator: true })): Promise<Page> => {
  const page = await openPage({
    server: new MemoryServer()
      .on('GET /api/session', { body: user })
      .on('GET /api/geofences', { body: [] })
      .on('GET /api/users', { body: [] }),
    fleet: new MemoryFleet([]),
    at: '/home',
    routes: () => [
      {
        path: '/devices',
        element: (
          <>
            <PaletteHost />
            <main id="screen">
              <input type="search" aria-label="find" />
              <ul>
                {['one', 'two', 'three'].map((name) => (
                  <li key={name}>
                    <button type="button">{name}</button>
                  </li>
                ))}
              </ul>
            </main>
          </>
        ),
      },
      { path: '*', element: <PaletteHost /> },
    ],
  });
  await screen.findByRole('button', { name: 'Search everything (Ctrl K)' });
  return page;
};
const focused = (): string => document.activeElement?.textContent ?? '';

test('[KEYS-1] g and a letter open a screen, / goes to its search, j and k move in its list', async () => {
  const page = await open();
  await userEvent.keyboard('gd');
  await waitFor(() => expect(page.path()).toBe('/devices'));
  await userEvent.keyboard('j');
  expect(focused()).toBe('one');
  await userEvent.keyboard('jj');
  expect(focused()).toBe('three');
  await userEvent.keyboard('jk');
  expect(focused()).toBe('two');
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(screen.getByLabelText('find'));
});

test('[KEYS-1] without a search on the screen / opens the palette, and ? shows what the keys do', async () => {
  await open();
  await userEvent.keyboard('/');
  await screen.findByRole('combobox', { name: 'Search everything' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard' });
  expect(help.textContent).toContain('geEvents');
  expect(help.textContent).toContain('16Hide or show a vehicle (1 to 6)');
});

test('[KEYS-1] on the map ? is left to the map', async () => {
  await open();
  const map = document.createElement('canvas');
  map.tabIndex = 0;
  document.body.append(map);
  const received: string[] = [];
  map.addEventListener('keydown', ({ key }) => received.push(key));
  map.focus();
  await userEvent.keyboard('?');
  expect(received).toEqual(['?']);
  map.remove();
});

test('[KEYS-1] a screen that the user may not see stays closed', async () => {
  const page = await open(aUser({ attributes: { isShared: true } }));
  await userEvent.keyboard('gd');
  expect(page.path()).toBe('/home');
});

test('[KEYS-2] what is typed in a field, and keys with Ctrl, are not taken; nor is a letter after g left over', async () => {
  const page = await open();
  const received: string[] = [];
  const listen = ({ key }: KeyboardEvent): void => void received.push(key);
  document.addEventListener('keydown', listen);
  await userEvent.keyboard('gd');
  await waitFor(() => expect(page.path()).toBe('/devices'));
  expect(received).toEqual([]);
  document.removeEventListener('keydown', listen);
  const field = screen.getByLabelText('find');
  await fill(field, 'ge/j?');
  expect(field).toHaveProperty('value', 'ge/j?');
  expect(page.path()).toBe('/devices');
  await userEvent.click(screen.getByRole('button', { name: 'one' }));
  await userEvent.keyboard('{Control>}j{/Control}');
  expect(focused()).toBe('one');
});
