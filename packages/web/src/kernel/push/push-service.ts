import type { ApiFailure, TrackingClient } from '@rastro/tracking-client';
import type { Preferences } from '../preferences.ts';
import type { PushPort } from './push-port.ts';

/** `blocked`: the user or their organization denied it, and only they can change it, in the browser. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

export interface PushServiceDeps {
  readonly port: PushPort;
  readonly client: Pick<TrackingClient, 'notifications'>;
  readonly preferences: Preferences;
}

/**
 * Push subscription of this browser. The preference `pushFor` stores the user who subscribed it, so that the next user
 * of the same browser never gets the messages of the one before.
 */
export interface PushService {
  /** Brings server and browser to the same state after the page opened. Never asks the user. */
  settle(userId: number, serverKey: string, signal: AbortSignal): Promise<PushState>;
  turnOn(userId: number, serverKey: string, signal: AbortSignal): Promise<PushState | ApiFailure>;
  turnOff(signal: AbortSignal): Promise<PushState>;
  /** Id of this browser in the list of the server; null = it is not subscribed. */
  id(): Promise<string | null>;
}

/** The name that the server has for an address. */
async function browserId(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Has it been forgotten from another browser? Not when the server does not say. */
async function isForgotten(
  client: PushServiceDeps['client'],
  endpoint: string,
  signal: AbortSignal,
): Promise<boolean> {
  const known = await client.notifications.pushBrowsers(signal);
  if (!known.ok) return false;
  const own = await browserId(endpoint);
  return !known.value.some(({ id }) => id === own);
}

export function createPushService({ port, client, preferences }: PushServiceDeps): PushService {
  const forget = async (): Promise<void> => {
    preferences.write('pushFor', null);
    await port.unsubscribe();
  };
  const ownerText = (userId: number, endpoint: string): string => `${userId} ${endpoint}`;
  const subscribe = async (
    userId: number,
    serverKey: string,
    signal: AbortSignal,
  ): Promise<PushState | ApiFailure> => {
    const made = await port.subscribe(serverKey);
    const { endpoint, keys } = made;
    const answer = await client.notifications.subscribe({ endpoint, keys }, signal);
    if (answer.ok) {
      preferences.write('pushFor', ownerText(userId, endpoint));
      return 'on';
    }
    await forget();
    return answer.error;
  };
  const stateWithout = (): PushState => (port.permission() === 'denied' ? 'blocked' : 'off');

  return {
    settle: async (userId, serverKey, signal) => {
      if (!port.isSupported) return 'unsupported';
      const present = await port.current();
      if (present === null) return stateWithout();
      const storedFor = preferences.read('pushFor');
      const isKnown = present.serverKey === serverKey && storedFor === ownerText(userId, present.endpoint);
      if (isKnown && !(await isForgotten(client, present.endpoint, signal))) return 'on';
      if (isKnown || storedFor?.startsWith(`${userId} `) !== true) {
        // Forgotten from elsewhere, or another user's, left by a session that ended by itself.
        await forget();
        return stateWithout();
      }
      if (present.serverKey !== serverKey) await port.unsubscribe();
      const again = await subscribe(userId, serverKey, signal);
      return typeof again === 'string' ? again : 'off';
    },
    turnOn: async (userId, serverKey, signal) => {
      if (!port.isSupported) return 'unsupported';
      const permission = await port.ask();
      if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
      return subscribe(userId, serverKey, signal);
    },
    id: async () => {
      const present = port.isSupported ? await port.current() : null;
      return present === null ? null : browserId(present.endpoint);
    },
    turnOff: async (signal) => {
      const present = port.isSupported ? await port.current() : null;
      if (present !== null) {
        // Without network the server keeps the address; it is worth nothing once the browser forgot it.
        await client.notifications.unsubscribe(present.endpoint, signal);
        await forget();
      }
      return port.isSupported ? stateWithout() : 'unsupported';
    },
  };
}
