import { MantineProvider } from '@mantine/core';
import type { Language } from '@rastro/fleet';
import { createExtensionClient, createTrackingClient } from '@rastro/tracking-client';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { DeviceSelectionProvider } from '../kernel/fleet/device-selection.tsx';
import { FleetProvider } from '../kernel/fleet/fleet-context.tsx';
import { MapFocusProvider } from '../kernel/map/map-focus.tsx';
import { noNewVersion } from '../kernel/new-version.ts';
import { openAddressCache } from '../kernel/places/open-address-cache.ts';
import { createRecordedPositions } from '../kernel/places/recorded-positions.ts';
import { createPreferences, type Preferences } from '../kernel/preferences.ts';
import { createPushService } from '../kernel/push/push-service.ts';
import { noPush, type PushPort } from '../kernel/push/push-port.ts';
import { createQueryClient } from '../kernel/queries/query-client.ts';
import { createOfflineSession } from '../kernel/session/offline-session.ts';
import type { RememberedLogin } from '../kernel/session/remembered-login.ts';
import { ServicesProvider } from '../kernel/services.tsx';
import { createSession, type Session } from '../kernel/session/session.ts';
import { createI18n } from '../i18n/create-i18n.ts';
import type { Fleet } from '../live/fleet.ts';
import type { OfflineStore } from '../live/offline/offline-store.ts';
import { hasOpenWork, watchOpenWork } from '../ui/open-work.ts';
import { theme } from '../ui/theme.ts';
import { MemoryOfflineStore } from './memory-offline-store.ts';
import type { MemoryServer } from './memory-server.ts';

export interface PageOptions {
  readonly server: MemoryServer;
  readonly at: string;
  readonly routes: (session: Session) => RouteObject[];
  readonly fleet?: Fleet;
  readonly remembered?: RememberedLogin;
  readonly push?: PushPort;
  /** Preferences stored before. */
  readonly preferences?: Preferences;
  /** Its data for times without a network. */
  readonly offlineStore?: OfflineStore;
}
export interface Page extends RenderResult {
  readonly session: Session;
  readonly preferences: Preferences;
  path(): string;
  changeLanguage(language: Language): Promise<unknown>;
}

const nothingRemembered: RememberedLogin = {
  load: () => Promise.resolve(null),
  save: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};

const NAMESPACES = [
  'login',
  'shell',
  'devices',
  'deviceform',
  'deviceimport',
  'fileimport',
  'devicebulk',
  'devicetable',
  'nearest',
  'attributes',
  'account',
  'traffic',
  'geofences',
  'commands',
  'events',
  'links',
  'groups',
  'calendars',
  'drivers',
  'coaching',
  'orders',
  'arrival',
  'routes',
  'costs',
  'inspections',
  'hours',
  'qrdriver',
  'codes',
  'autolink',
  'reseller',
  'stock',
  'notifications',
  'savedreports',
  'map',
  'palette',
  'users',
  'persondata',
  'logs',
  'diagnosis',
  'share',
  'split',
  'together',
  'manycommands',
  'views',
  'server',
  'theme',
  'billing',
  'history',
  'reports',
  'overview',
  'wall',
];

watchOpenWork(document);

/** Opens an address of the application in English against a server in memory. */
export async function openPage(options: PageOptions): Promise<Page> {
  const { server, at, fleet } = options;
  const client = createTrackingClient({ fetch: server.fetch, basePath: '/api', extensionPath: '/ext' });
  const preferences = options.preferences ?? createPreferences(null);
  const pushService = createPushService({ port: options.push ?? noPush, client, preferences });
  const extension = createExtensionClient({ fetch: server.fetch, basePath: '/ext' });
  const session = createSession({
    client,
    extension,
    remembered: options.remembered ?? nothingRemembered,
    offline: createOfflineSession({
      store: options.offlineStore ?? new MemoryOfflineStore(),
      preferences,
      now: () => 0,
    }),
    now: () => 0,
    isOffline: () => false,
    leaving: (signal) => pushService.turnOff(signal),
    hasWork: hasOpenWork,
  });
  await session.check(new AbortController().signal);
  const texts = await createI18n('en');
  await texts.loadNamespaces(NAMESPACES);
  const router = createMemoryRouter(options.routes(session), { initialEntries: [at] });
  const opened = fleet === undefined ? null : () => Promise.resolve(fleet);
  const chosen = (
    <DeviceSelectionProvider>
      <RouterProvider router={router} />
    </DeviceSelectionProvider>
  );
  const page = render(
    <MantineProvider theme={theme} env="test">
      <I18nextProvider i18n={texts}>
        <ServicesProvider
          services={{
            client,
            extension,
            session,
            preferences,
            addresses: openAddressCache(client, session),
            recorded: createRecordedPositions((ids, signal) => client.positions.byIds(ids, signal)),
            newVersion: noNewVersion,
            pushService,
          }}
        >
          <QueryClientProvider client={createQueryClient(session)}>
            <MapFocusProvider>
              <Suspense>
                {opened === null ? chosen : <FleetProvider open={opened}>{chosen}</FleetProvider>}
              </Suspense>
            </MapFocusProvider>
          </QueryClientProvider>
        </ServicesProvider>
      </I18nextProvider>
    </MantineProvider>,
  );
  const path = (): string => `${router.state.location.pathname}${router.state.location.search}`;
  const changeLanguage = (language: Language) => texts.changeLanguage(language);
  return Object.assign(page, { session, preferences, path, changeLanguage });
}
