/** State of a newer version of the page. */
export interface NewVersion {
  readonly isWaiting: () => boolean;
  readonly watch: (wake: () => void) => () => void;
  /** Lets the new version take over; the page reloads by itself. */
  apply(): void;
}

/** A browser that was never here gets the worker so long after the application has started. */
const FIRST_MS = 4_000;
/** Pause after a registration that failed. */
const AGAIN_MS = 60_000;
const CHECK_MS = 30 * 60 * 1000;

/** Registers the service worker of the build and looks for a newer one now and then. */
export function watchNewVersion(container: ServiceWorkerContainer): NewVersion {
  let waiting: ServiceWorker | null = null;
  let reloading = false;
  const wakes = new Set<() => void>();
  const offer = (worker: ServiceWorker | null): void => {
    // The first installation has no controller yet: that is no new version.
    if (worker === null || container.controller === null) return;
    waiting = worker;
    for (const wake of wakes) wake();
  };
  const follow = (registration: ServiceWorkerRegistration): void => {
    offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') offer(worker);
      });
    });
    setInterval(() => void registration.update().catch(ignoreOffline), CHECK_MS);
  };
  container.addEventListener('controllerchange', () => {
    if (!reloading || waiting === null) return;
    window.location.reload();
  });
  const register = (): void => {
    container.register('/service-worker.js').then(follow, (error: unknown) => {
      // The line may have gone meanwhile.
      if (navigator.onLine) console.warn('Cannot register the service worker', error);
      setTimeout(registerOnline, AGAIN_MS);
    });
  };
  // Without a network the browser itself reports an error.
  const registerOnline = (): void => {
    if (navigator.onLine) register();
    else window.addEventListener('online', register, { once: true });
  };
  // A first visit needs the processor and the line for itself.
  if (container.controller === null) setTimeout(registerOnline, FIRST_MS);
  else register();
  void container.ready.then(({ active }) => active?.postMessage(loadedAssets()));
  return {
    isWaiting: () => waiting !== null,
    watch: (wake) => {
      wakes.add(wake);
      return () => void wakes.delete(wake);
    },
    apply: () => {
      reloading = true;
      waiting?.postMessage('TAKE_OVER');
    },
  };
}

/** For browsers without service workers and for development. */
export const noNewVersion: NewVersion = {
  isWaiting: () => false,
  watch: () => () => undefined,
  apply: () => undefined,
};

/** Paths of the hashed files that this page has used so far; the worker keeps them for times without network. */
function loadedAssets(): readonly string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
}

function ignoreOffline(): void {
  // No network now; the next look comes by itself.
}
