import { pathOf, readPush, type Push } from './areas/push/push-message.ts';
import { successors } from './service-worker-files.ts';

/**
 * Keeps the application shell for times without network. A new version waits until the user agrees
 * (`app/new-version.ts`). Calls to the server are never touched.
 */
interface SubscriptionChange extends Event {
  readonly oldSubscription?: PushSubscription;
}
interface Precache {
  readonly version: string;
  readonly files: readonly string[];
  /** Files needed without a network, once the screens were used with one. */
  readonly offline: readonly string[];
}
interface WorkerScope extends EventTarget {
  readonly clients: Clients;
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
}

const scope = self as unknown as WorkerScope;
// The build replaces this text; without a build there is no service worker.
const precache = JSON.parse('__PRECACHE__') as Precache;
const SHELL = `shell-${precache.version}`;
const ASSETS = 'assets';
const ASSET_LIMIT = 200;

scope.addEventListener('install', (event) => {
  (event as ExtendableEvent).waitUntil(
    (async () => {
      const shell = await caches.open(SHELL);
      // The page is for whoever opens it next, who may not be signed in; the rest is in the browser's cache.
      const requests = precache.files.map((file) =>
        file === '/' ? new Request(file, { credentials: 'omit' }) : file,
      );
      await shell.addAll(requests);
      const assets = await caches.open(ASSETS);
      const used = (await assets.keys()).map(({ url }) => new URL(url).pathname);
      await assets.addAll(successors(used, precache.offline));
    })(),
  );
});

scope.addEventListener('activate', (event) => {
  (event as ExtendableEvent).waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('shell-') && name !== SHELL) await caches.delete(name);
      }
      await scope.clients.claim();
    })(),
  );
});

scope.addEventListener('message', (event) => {
  const message = event as ExtendableMessageEvent;
  const data = message.data as unknown;
  if (data === 'TAKE_OVER') void scope.skipWaiting();
  else if (Array.isArray(data)) message.waitUntil(cacheAssets(data));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  if (/^\/(api|ext)(\/|$)/.test(url.pathname)) return;
  if (request.mode === 'navigate') {
    (event as FetchEvent).respondWith(shellFile('/', request));
  } else if (url.pathname.startsWith('/assets/') || isVersioned(url)) {
    (event as FetchEvent).respondWith(hashedAsset(request));
  } else if (precache.files.includes(url.pathname)) {
    (event as FetchEvent).respondWith(shellFile(url.pathname, request));
  }
});

scope.addEventListener('push', (event) => {
  const { data } = event as PushEvent;
  (event as ExtendableEvent).waitUntil(showPush(readPush(data)));
});

scope.addEventListener('notificationclick', (event) => {
  const { notification } = event as NotificationEvent;
  notification.close();
  const { path } = notification.data as { readonly path: string };
  (event as ExtendableEvent).waitUntil(openPath(path));
});

// The browser changed the address on its own: the server must learn the new one, with the page closed.
scope.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(subscribeAgain((event as SubscriptionChange).oldSubscription ?? null));
});

/** A browser that shows nothing for a message loses the permission: even one that cannot be read is shown. */
function showPush(push: Push): Promise<void> {
  const { title, body, deviceId } = push;
  return scope.registration.showNotification(title, {
    body,
    // The next message of the same vehicle replaces it, and alerts again.
    tag: deviceId > 0 ? `device-${deviceId}` : `push-${push.eventId}`,
    renotify: true,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path: pathOf(push, scope.location.origin) },
  } as NotificationOptions);
}

/** Brings a window of this user to the place; only without one a new one is opened. */
async function openPath(path: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const client of windows as WindowClient[]) {
    client.postMessage({ type: 'OPEN_PATH', path });
    await client.focus();
    return;
  }
  await scope.clients.openWindow(path);
}

async function subscribeAgain(old: PushSubscription | null): Promise<void> {
  const options = old?.options;
  if (options?.applicationServerKey == null) return;
  const made = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: options.applicationServerKey,
  });
  const { endpoint, keys } = made.toJSON();
  await fetch('/api/notifications/push-subscriptions', {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

/** Files of the base map whose address names their version. */
const isVersioned = ({ pathname, searchParams }: URL): boolean =>
  pathname.startsWith('/base-map/') && searchParams.has('v');

async function shellFile(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  return (await cache.match(path)) ?? fetch(request);
}

/** Caches files that the page loaded before this worker existed, e.g. the texts of its language. */
async function cacheAssets(paths: readonly unknown[]): Promise<void> {
  const cache = await caches.open(ASSETS);
  for (const path of paths) {
    if (typeof path !== 'string' || !path.startsWith('/assets/')) continue;
    if ((await caches.match(path)) === undefined) await cache.add(path);
  }
}

/** The address carries the hash: what is stored never changes. */
async function hashedAsset(request: Request): Promise<Response> {
  const found = await caches.match(request);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(ASSETS);
    await cache.put(request, answer.clone());
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - ASSET_LIMIT))) await cache.delete(old);
  }
  return answer;
}
