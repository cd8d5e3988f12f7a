import type { PushPort, PushSubscribed } from '../kernel/push/push-port.ts';

/** A browser's push in memory. The user answers `permission` when asked. */
export class MemoryPush implements PushPort {
  readonly isSupported: boolean = true;
  granted: NotificationPermission = 'default';
  answer: NotificationPermission = 'granted';
  subscription: PushSubscribed | null = null;
  #made = 0;

  permission = (): NotificationPermission => this.granted;
  ask = (): Promise<NotificationPermission> => {
    this.granted = this.answer;
    return Promise.resolve(this.granted);
  };
  current = (): Promise<PushSubscribed | null> => Promise.resolve(this.subscription);
  subscribe = (serverKey: string): Promise<PushSubscribed> => {
    const endpoint = `https://push.example.com/${++this.#made}`;
    this.subscription = { endpoint, keys: { p256dh: 'p', auth: 'a' }, serverKey };
    return Promise.resolve(this.subscription);
  };
  unsubscribe = (): Promise<void> => {
    this.subscription = null;
    return Promise.resolve();
  };
}
