/**
 * Keeps the application shell for times without network. A new version waits until the user agrees
 * (`app/new-version.ts`). Calls to the server are never touched.
 */
interface Precache {
  readonly version: string;
  readonly files: readonly string[];
}
interface WorkerScope extends EventTarget {
  readonly clients: Clients;
  readonly location: Location;
  skipWaiting(): Promise<void>;
}

const scope = self as unknown as WorkerScope;
// The build replaces this text; without a build there is no service worker.
const precache = JSON.parse('__PRECACHE__') as Precache;
const SHELL = `shell-${precache.version}`;
const ASSETS = 'assets';
const ASSET_LIMIT = 200;

scope.addEventListener('install', (event) => {
  (event as ExtendableEvent).waitUntil(caches.open(SHELL).then((cache) => cache.addAll([...precache.files])));
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
  else if (Array.isArray(data)) message.waitUntil(keepAssets(data));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event as FetchEvent;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  if (/^\/(api|ext)(\/|$)/.test(url.pathname)) return;
  if (request.mode === 'navigate') {
    (event as FetchEvent).respondWith(shellFile('/', request));
  } else if (url.pathname.startsWith('/assets/')) {
    (event as FetchEvent).respondWith(hashedAsset(request));
  } else if (precache.files.includes(url.pathname)) {
    (event as FetchEvent).respondWith(shellFile(url.pathname, request));
  }
});

async function shellFile(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  return (await cache.match(path)) ?? fetch(request);
}

/** What the page had loaded before this worker was there, e.g. the texts of its language. */
async function keepAssets(paths: readonly unknown[]): Promise<void> {
  const cache = await caches.open(ASSETS);
  for (const path of paths) {
    if (typeof path !== 'string' || !path.startsWith('/assets/')) continue;
    if ((await caches.match(path)) === undefined) await cache.add(path);
  }
}

/** The name carries the hash: what is stored never changes. */
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
