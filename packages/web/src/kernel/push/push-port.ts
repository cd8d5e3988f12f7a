import type { PushAddress } from '@rastro/tracking-client';

export interface PushSubscribed extends PushAddress {
  /** The key that it was made with, base64url. */
  readonly serverKey: string;
}

/** Push API of this browser: messages to a closed page. */
export interface PushPort {
  /** False without service worker, push or a secure address. */
  readonly isSupported: boolean;
  permission(): NotificationPermission;
  /** Asks the user; only after a tap of theirs. */
  ask(): Promise<NotificationPermission>;
  /** The present subscription; null = there is none. */
  current(): Promise<PushSubscribed | null>;
  subscribe(serverKey: string): Promise<PushSubscribed>;
  /** Ends the subscription: its address reaches this browser no more. */
  unsubscribe(): Promise<void>;
}

/** For browsers without push and for development, where no service worker is built. */
export const noPush: PushPort = {
  isSupported: false,
  permission: () => 'denied',
  ask: () => Promise.resolve('denied'),
  current: () => Promise.resolve(null),
  subscribe: () => Promise.reject(new Error('Cannot subscribe: this browser has no push')),
  unsubscribe: () => Promise.resolve(),
};

export function openPush(page: Window & typeof globalThis): PushPort {
  // Absent on plain http.
  const serviceWorker = page.navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!('PushManager' in page) || !('Notification' in page) || serviceWorker === undefined) return noPush;
  const manager = async (): Promise<PushManager> => (await serviceWorker.ready).pushManager;
  return {
    isSupported: true,
    permission: () => page.Notification.permission,
    ask: () => page.Notification.requestPermission(),
    current: async () => read(await (await manager()).getSubscription()),
    subscribe: async (serverKey) => {
      const options = { userVisibleOnly: true, applicationServerKey: serverKey };
      const made = read(await (await manager()).subscribe(options));
      if (made === null) throw new Error('Cannot subscribe: the browser gave no keys');
      return made;
    },
    unsubscribe: async () => {
      await (await (await manager()).getSubscription())?.unsubscribe();
    },
  };
}

function read(subscription: PushSubscription | null): PushSubscribed | null {
  if (subscription === null) return null;
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh, auth } = keys;
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return null;
  const key = subscription.options.applicationServerKey;
  return { endpoint, keys: { p256dh, auth }, serverKey: key === null ? '' : base64url(new Uint8Array(key)) };
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
