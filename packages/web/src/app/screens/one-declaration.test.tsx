import type { ServerSettings, User } from '@rastro/fleet';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { createI18n } from '../../i18n/create-i18n.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { fill } from '../../testing/fill.ts';
import { MemoryFleet } from '../../testing/memory-fleet.ts';
import { aServer, aUser, MemoryServer } from '../../testing/memory-server.ts';
import { openPage, type Page } from '../../testing/open-page.tsx';
import { topicsFor } from '../help/help-topics.ts';
import { PaletteHost } from '../palette/palette-host.tsx';
import { routes } from '../routes.tsx';
import { AllowedScreen } from '../shell/allowed-screen.tsx';
import { HomeNotice } from '../shell/home-notice.tsx';
import { DRIVER_SCREENS } from './driver-screens.ts';
import { menuEntries } from './menu-entries.ts';
import { PUBLIC_SCREENS } from './public-screens.ts';
import { SCREENS } from './registry.ts';
import { addressOf, type MenuGroup, type Screen } from './screen.ts';
import { TitledScreens } from './titled-screens.tsx';

const GROUPS: readonly MenuGroup[] = ['side', 'account', 'user', 'administration', 'palette'];
const english = await createI18n('en');
await english.loadNamespaces(['shell', 'palette', 'nearest']);
const titleOf = ({ title }: Screen): string => english.t(title);
const concreteOf = (each: Screen): string => addressOf(each).replaceAll(/:\w+/g, '1');

/** Lists the offers of menu and help to the signed in user; with the palette and the notice of home. */
function Offers() {
  const signedIn = useSignedIn();
  const menu = GROUPS.flatMap((group) => menuEntries(group, signedIn)).map(({ path }) => path);
  return (
    <>
      <output aria-label="menu">{menu.join(' ')}</output>
      <output aria-label="help">{topicsFor(signedIn).join(' ')}</output>
      <HomeNotice />
      <PaletteHost />
      <AllowedScreen>
        <Outlet />
      </AllowedScreen>
    </>
  );
}
/** The screens of the registry, each with a word in place of its code. */
const screens = (): RouteObject[] => [
  {
    Component: TitledScreens,
    children: [
      {
        Component: Offers,
        children: SCREENS.map((each) => ({
          path: each.path,
          handle: each,
          element: <p>{`Opened ${each.path}`}</p>,
        })),
      },
    ],
  },
];

interface Installation {
  readonly licensemode: 'plus' | 'standard';
  readonly user?: Partial<User>;
}
const BILLING: Partial<ServerSettings> = { attributes: { 'rastro.enableBilling': true } };
const open = (at: string, { licensemode, user = { administrator: true } }: Installation): Promise<Page> =>
  openPage({
    server: new MemoryServer()
      .on('GET /api/server', { body: aServer(BILLING), headers: { licensemode } })
      .on('GET /api/session', { body: aUser(user) })
      .on('GET /api/geofences', { body: [] })
      .on('GET /api/users', { body: [] }),
    fleet: new MemoryFleet([]),
    at,
    routes: screens,
  });
const listed = (label: string): readonly string[] =>
  (screen.getByLabelText(label).textContent ?? '').split(' ');
const titles = (): readonly string[] =>
  screen.queryAllByRole('option').map((row) => row.querySelector('.title')?.textContent ?? '');
async function paletteTitles(text = ''): Promise<readonly string[]> {
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search everything' });
  await waitFor(() => expect(titles()).toContain('Sign out'));
  if (text === '') return titles();
  await fill(field, text);
  await waitFor(() => expect(titles()).not.toContain('Sign out'));
  return titles();
}

const leaves = (all: readonly RouteObject[]): readonly RouteObject[] =>
  all.flatMap((route) => (route.children === undefined ? [route] : leaves(route.children)));

test('[WEB-88] routes are the entries of the registry, and each has its code or comes with the first file', async () => {
  const { session } = await open('/home', { licensemode: 'plus' });
  const all = leaves(routes(session)).filter(({ path }) => path !== '*');
  const entries = [...PUBLIC_SCREENS, ...DRIVER_SCREENS, ...SCREENS];
  expect(all.map(({ path, handle }): unknown => [path, handle])).toEqual(
    entries.map((each) => [each.path, each]),
  );
  const bare = all.filter(({ lazy, Component }) => lazy === undefined && (Component ?? null) === null);
  expect(bare).toEqual([]);
});

test('[WEB-88] menu and palette offer the same screens, those that the registry lists', async () => {
  await open('/home', { licensemode: 'plus' });
  const expected = SCREENS.filter(({ menu }) => menu !== undefined);
  expect(listed('menu').toSorted()).toEqual(expected.map(addressOf).toSorted());
  const offered = await paletteTitles();
  expect(expected.map(titleOf).filter((title) => !offered.includes(title))).toEqual([]);
});

test('[WEB-302] the tab has the title of the open screen before its own heading is there', async () => {
  await open('/stock', { licensemode: 'plus' });
  await waitFor(() => expect(document.title).toMatch(/^Stock/));
  cleanup();
  await open('/home', { licensemode: 'plus' });
  await waitFor(() => expect(document.title).toMatch(/^Map/));
});

const ABOVE_STANDARD = SCREENS.filter(({ tier }) => tier !== undefined);

test('[WEB-89] a screen above the tier is not in the menu, the palette or the help', async () => {
  expect(ABOVE_STANDARD.map(({ path }) => path)).toContain('/shares');
  for (const user of [{ administrator: true }, { attributes: { 'rastro.reseller': true } }, {}]) {
    await open('/home', { licensemode: 'standard', user });
    const offered = await paletteTitles();
    for (const each of ABOVE_STANDARD) {
      expect(listed('menu')).not.toContain(addressOf(each));
      expect(listed('help')).not.toContain(each.help);
      expect(offered).not.toContain(titleOf(each));
    }
    cleanup();
  }
});

test('[WEB-89] its settings are found on its tier alone', async () => {
  for (const each of ABOVE_STANDARD)
    for (const { name } of each.settings ?? []) {
      const title = english.t(`palette:find.${name}.title`);
      await open('/home', { licensemode: 'standard' });
      expect(await paletteTitles(title)).not.toContain(title);
      cleanup();
      await open('/home', { licensemode: 'plus' });
      expect(await paletteTitles(title)).toContain(title);
      cleanup();
    }
});

test('[WEB-89] its address leads home with the same notice for each, and on its tier it opens', async () => {
  for (const each of ABOVE_STANDARD) {
    const page = await open(concreteOf(each), { licensemode: 'standard' });
    expect((await screen.findByRole('alert')).textContent).toBe('You do not have access to this page.');
    expect(page.path(), each.path).toBe('/home');
    cleanup();
    await open(concreteOf(each), { licensemode: 'plus' });
    await screen.findByText(`Opened ${each.path}`);
    cleanup();
  }
});
