import type { BrowserContext, Page, Worker } from '@playwright/test';
import { checkAccessibility } from '../support/check-accessibility.ts';
import { createDevice, enterAsAdministrator, expect, test, waitLive } from '../support/journey.ts';
import { isBehindTraccar } from '../support/behind.ts';

/**
 * Stands in for the push service of the browser maker, which a test cannot reach: addresses and keys are real, nothing
 * is delivered. Stored over reloads, as the browser's own are.
 */
function standInForPushService(): void {
  const STORAGE_KEY = 'stand-in-push';
  const text = (bytes: ArrayBuffer | Uint8Array): string =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const bytes = (base64url: string): ArrayBuffer =>
    Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
      .buffer;
  const open = (stored: string): object => {
    const { endpoint, keys, serverKey } = JSON.parse(stored) as Record<string, string>;
    return {
      toJSON: () => ({ endpoint, keys }),
      options: { userVisibleOnly: true, applicationServerKey: bytes(serverKey ?? '') },
      unsubscribe: () => {
        localStorage.removeItem(STORAGE_KEY);
        return Promise.resolve(true);
      },
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: () => {
      const stored = localStorage.getItem(STORAGE_KEY);
      return Promise.resolve(stored === null ? null : open(stored));
    },
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ]);
      const p256dh = text(await crypto.subtle.exportKey('raw', pair.publicKey));
      const auth = text(crypto.getRandomValues(new Uint8Array(16)));
      const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
      const stored = JSON.stringify({ endpoint, keys: { p256dh, auth }, serverKey: applicationServerKey });
      localStorage.setItem(STORAGE_KEY, stored);
      return open(stored);
    },
  });
}

/**
 * Hands a message to the service worker as the browser does when one arrives, and waits until its notification is
 * there: the browser drops one for good that is listed between being stored and being shown.
 */
async function deliver(page: Page, message: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, isDeleted } of registrations) if (!isDeleted) resolve(registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const worker = workerOf(page.context());
  await worker.evaluate(watchShowing);
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await found,
    data: JSON.stringify(message),
  });
  await worker.evaluate(() => (globalThis as unknown as { showing: Promise<void> }).showing);
  await devtools.detach();
}

/** In the worker: `showing` settles as the next notification of it does. */
function watchShowing(): void {
  const scope = globalThis as unknown as {
    registration: ServiceWorkerRegistration;
    showing: Promise<void>;
  };
  const { registration } = scope;
  scope.showing = new Promise((resolve, reject) => {
    registration.showNotification = (...args) => {
      Reflect.deleteProperty(registration, 'showNotification');
      const showing = registration.showNotification(...args);
      showing.then(resolve, reject);
      return showing;
    };
  });
}

function workerOf(context: BrowserContext): Worker {
  const worker = context.serviceWorkers()[0];
  if (worker === undefined) throw new Error('Cannot go on: there is no service worker');
  return worker;
}

const visibleNotifications = (page: Page): Promise<readonly object[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Taps the notification. A browser lets no test tap its own windows: the worker gets the event. */
async function tapNotification(context: BrowserContext): Promise<void> {
  await workerOf(context).evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications();
    const { NotificationEvent } = globalThis as unknown as {
      NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
    };
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
}

test(
  '[E2E-180] alerts reach a browser that asked for them, and a tap leads to the vehicle',
  { tag: '@whole-browser' },
  async ({ page, context, startServer }) => {
    test.skip(isBehindTraccar, 'A Traccar notifies no closed browsers');
    const { url } = await startServer({
      administrator: true,
      env: { PUSH_CONTACT: 'mailto:ops@example.com' },
    });
    await enterAsAdministrator(context, url);
    const id = await createDevice(context, url, { name: 'Strada 07', uniqueId: '350000000018001' });
    await context.grantPermissions(['notifications'], { origin: url });
    await context.addInitScript(standInForPushService);
    await page.goto(`${url}/home`);
    await waitLive(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));

    const button = (state: string) =>
      page.getByRole('button', { name: `Alertas com a página fechada: ${state}` });
    await button('desligados').click();
    await checkAccessibility(page, 'alerts in this browser');
    const subscribed = page.waitForResponse(
      (answer) => answer.url().endsWith('/push-subscriptions') && answer.request().method() === 'POST',
    );
    await page.getByRole('switch', { name: 'Receber alertas aqui' }).click();
    expect((await subscribed).status()).toBe(204);
    await expect(button('ligados')).toBeVisible();
    await page.reload();
    await expect(button('ligados')).toBeVisible();

    const push = { body: 'Strada 07', eventId: 1, deviceId: id, type: 'alarm', link: `${url}/devices/${id}` };
    await deliver(page, { ...push, title: 'SOS' });
    await expect
      .poll(() => visibleNotifications(page))
      .toEqual([{ title: 'SOS', body: 'Strada 07', tag: `device-${id}` }]);
    // The next of the same vehicle takes its place.
    await deliver(page, { ...push, title: 'Bateria fraca', eventId: 2 });
    await expect.poll(() => visibleNotifications(page)).toMatchObject([{ title: 'Bateria fraca' }]);

    await tapNotification(context);
    await expect(page).toHaveURL(`${url}/devices/${id}`);
    await expect(page.getByRole('heading', { name: 'Strada 07' })).toBeVisible();
    await expect.poll(() => visibleNotifications(page)).toEqual([]);

    const forgotten = page.waitForResponse(
      (answer) => answer.url().endsWith('/push-subscriptions') && answer.request().method() === 'DELETE',
    );
    await page.getByRole('button', { name: /^Menu de/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    expect((await forgotten).status()).toBe(204);
    expect(await page.evaluate(() => localStorage.getItem('stand-in-push'))).toBeNull();
  },
);
