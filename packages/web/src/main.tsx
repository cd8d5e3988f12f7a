import { matchLanguage } from '@rastro/fleet';
import { createExtensionClient, createTrackingClient } from '@rastro/tracking-client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { takeEarlyRead } from './live/early-reads.ts';
import { App } from './app/app.tsx';
import { noNewVersion, watchNewVersion } from './kernel/new-version.ts';
import { openAddressCache } from './kernel/places/open-address-cache.ts';
import { createRecordedPositions } from './kernel/places/recorded-positions.ts';
import { createPreferences } from './kernel/preferences.ts';
import { createPushService } from './kernel/push/push-service.ts';
import { noPush, openPush } from './kernel/push/push-port.ts';
import { createOfflineSession } from './kernel/session/offline-session.ts';
import { createRememberedLogin } from './kernel/session/remembered-login.ts';
import { routes } from './app/routes.tsx';
import { createSession } from './kernel/session/session.ts';
import { firstTexts } from './i18n/first-texts.ts';
import { createI18n } from './i18n/create-i18n.ts';
import { openOfflineStore } from './live/offline/offline-store.ts';
import { chooseLanguage } from './i18n/language.ts';
import { hasOpenWork, watchOpenWork } from './ui/open-work.ts';
import './ui/base-styles.ts';

/** Says in which language the page is: where neither account nor installation has chosen one, answers are in it. */
const fetchFrom =
  (language: () => string) =>
  (input: string, init: RequestInit): Promise<Response> => {
    const begun = takeEarlyRead(input, init.method);
    if (begun !== undefined) return begun;
    const headers = new Headers(init.headers);
    headers.set('accept-language', language());
    return fetch(input, { ...init, headers });
  };

async function start(root: HTMLElement): Promise<void> {
  const preferences = createPreferences(openStorage());
  watchOpenWork(document);
  const query = new URLSearchParams(location.search).get('locale');
  // A language in the address is an explicit choice: it also holds on the next page.
  const wanted = matchLanguage(query);
  if (wanted !== null) preferences.write('locale', wanted);
  const texts = await createI18n(
    chooseLanguage({
      query,
      chosen: preferences.read('locale'),
      account: null,
      browser: navigator.languages,
      page: document.documentElement.lang,
    }),
    window.earlyReads === undefined ? [] : firstTexts(location.pathname),
  );
  const fetchFromPage = fetchFrom(() => texts.language);
  const client = createTrackingClient({ fetch: fetchFromPage, basePath: '/api', extensionPath: '/ext' });
  const pushService = createPushService({
    port: import.meta.env.PROD ? openPush(window) : noPush,
    client,
    preferences,
  });
  const extension = createExtensionClient({ fetch: fetchFromPage, basePath: '/ext' });
  const session = createSession({
    client,
    extension,
    remembered: createRememberedLogin(preferences, window),
    offline: createOfflineSession({ store: openOfflineStore(openDatabases()), preferences, now: Date.now }),
    now: Date.now,
    isOffline: () => !navigator.onLine,
    leaving: (signal) => pushService.turnOff(signal),
    hasWork: hasOpenWork,
  });
  const newVersion =
    import.meta.env.PROD && 'serviceWorker' in navigator
      ? watchNewVersion(navigator.serviceWorker)
      : noNewVersion;
  createRoot(root).render(
    <StrictMode>
      <App
        services={{
          client,
          extension,
          session,
          preferences,
          addresses: openAddressCache(client, session),
          recorded: createRecordedPositions((ids, signal) => client.positions.byIds(ids, signal)),
          newVersion,
          pushService,
        }}
        texts={texts}
        router={createBrowserRouter(routes(session))}
      />
    </StrictMode>,
  );
}

/** Access itself throws where the browser blocks storage. */
function openStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function openDatabases(): IDBFactory | undefined {
  try {
    return window.indexedDB;
  } catch {
    return undefined;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('Cannot start: the page has no #root');
void start(root);
