import { createExtensionClient, createTrackingClient } from '@rastro/tracking-client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { createPreferences } from '../../kernel/preferences.ts';
import { createOfflineSession } from '../../kernel/session/offline-session.ts';
import { createSession } from '../../kernel/session/session.ts';
import { MemoryOfflineStore } from '../../testing/memory-offline-store.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { routes } from '../routes.tsx';
import { accessIn } from '../screens/screen-handle.ts';
import { HelpButton } from './help-button.tsx';
import { HelpScreen } from './help-screen.tsx';
import { HELP_PAGES, topicIn } from './help-topics.ts';

const screens = (): RouteObject[] => [
  {
    path: '/groups',
    handle: { requires: 'groups.view', help: 'groups' },
    element: (
      <>
        <HelpButton />
        <input aria-label="elsewhere" />
      </>
    ),
  },
  { path: '/help/:topic?', element: <HelpScreen /> },
];
const serverFor = (user = aUser({ administrator: true })): MemoryServer =>
  new MemoryServer()
    .on('GET /api/server', { body: aServer({}), headers: { licensemode: 'plus' } })
    .on('GET /api/session', { body: user });
const open = (at: string, server = serverFor()): Promise<Page> => openPage({ server, at, routes: screens });

/** Every route behind the login, as the application has it. */
function allRoutes(): readonly RouteObject[] {
  const { fetch } = new MemoryServer();
  const session = createSession({
    client: createTrackingClient({ fetch, basePath: '/api' }),
    extension: createExtensionClient({ fetch, basePath: '/ext' }),
    remembered: { load: async () => null, save: async () => undefined, forget: async () => undefined },
    offline: createOfflineSession({
      store: new MemoryOfflineStore(),
      preferences: createPreferences(null),
      now: () => 0,
    }),
    now: () => 0,
    isOffline: () => false,
  });
  const all = routes(session)[0]?.children ?? [];
  return all.flatMap(({ children = [] }) => children);
}

test('[HELP-700] every screen behind the login names a page, which requires what its first screen requires', () => {
  const named = allRoutes().map(({ path, handle }) => [path, topicIn(handle)] as const);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(([, topic]) => topic === null)).toEqual([]);
  for (const [topic, { access }] of HELP_PAGES) {
    const first = allRoutes().find(({ handle }) => topicIn(handle) === topic);
    const ofScreen = accessIn(first?.handle);
    // The map is behind every account, and tells nothing to who has no vehicles.
    if (access === null || topic === 'map') continue;
    expect([topic, access.requires, access.tier]).toEqual([topic, ofScreen?.requires, ofScreen?.tier]);
  }
});

test('[HELP-702] the question mark opens the page of the screen; links lead on and back, Escape gives the focus back', async () => {
  await open('/groups');
  const button = await screen.findByRole('button', { name: 'Help (F1)' });
  await userEvent.click(button);
  const sheet = await screen.findByRole('dialog', { name: 'Groups' });
  await within(sheet).findByRole('heading', { name: 'How to' });
  await userEvent.click(within(sheet).getByRole('link', { name: 'user' }));
  await screen.findByRole('dialog', { name: 'Users' });
  await userEvent.click(within(sheet).getByRole('button', { name: 'Back' }));
  await screen.findByRole('dialog', { name: 'Groups' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('[HELP-702] F1 opens it from a field, too, and all pages are one press away', async () => {
  const page = await open('/groups');
  await userEvent.click(await screen.findByLabelText('elsewhere'));
  await userEvent.keyboard('{F1}');
  const sheet = await screen.findByRole('dialog', { name: 'Groups' });
  await userEvent.click(await within(sheet).findByRole('link', { name: 'All help topics' }));
  await waitFor(() => expect(page.path()).toBe('/help'));
});

test('[HELP-703] the index has what the reader may open, and finds it by its words', async () => {
  const page = await open('/help', serverFor(aUser({ userLimit: 0 })));
  await screen.findByRole('link', { name: 'Geofences' });
  expect(screen.queryByRole('link', { name: 'Server settings' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Shared vehicle' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search help' }), 'geojson');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Geofences']);
  await userEvent.click(screen.getByRole('link', { name: 'Geofences' }));
  await screen.findByRole('heading', { name: 'How to' });
  expect(page.path()).toBe('/help/geofences');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await userEvent.type(await screen.findByRole('searchbox'), 'qqqq');
  await screen.findByText('No page has “qqqq”.');
});

test('[HELP-703] a page that is not for the reader leads to the index; a guest has one page', async () => {
  const page = await open('/help/server', serverFor(aUser({ userLimit: 0 })));
  await waitFor(() => expect(page.path()).toBe('/help'));
});

test('[HELP-703] a guest has the page about what was shared', async () => {
  const guest = aUser({ temporary: true, attributes: { 'rastro.isShared': true } });
  await open('/help', serverFor(guest));
  await screen.findByRole('link', { name: 'Shared vehicle' });
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
