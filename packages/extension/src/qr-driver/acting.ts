import type { Device, Driver, User } from '@rastro/fleet';
import { answered } from '../tracking-failure.ts';
import {
  createTrackingClient,
  type Answer,
  type TrackingClientOptions,
  type TrackingClient,
} from '@rastro/tracking-client';

const TIMEOUT_MS = 10_000;

/** The tracking server as the extension acts on it, whichever it is. */
export interface Acting {
  /**
   * The tracking API in the name of an account, with what it may and sees. In front of somebody else's server it is
   * the installation's own account: what somebody sees is asked for apart, by `device` and `driver`.
   */
  as(userId: number): TrackingClient;
  /** What an account sees; null = not that. */
  device(userId: number, id: number, signal: AbortSignal): Promise<Device | null>;
  driver(userId: number, id: number, signal: AbortSignal): Promise<Driver | null>;
  devices(user: Pick<User, 'id' | 'administrator'>, signal: AbortSignal): Promise<readonly Device[]>;
  /** Our own: it holds locks of moving vehicles back, and asks who drives for each position. */
  readonly isOurs: boolean;
}

/** Null = not his, or not there; every other failure is one. */
function foundIn<T>(answer: Answer<T>): T | null {
  const isRefused = !answer.ok && [400, 403, 404].includes(answer.error.status);
  return isRefused ? null : answered(answer);
}

const clientAt = (basePath: string, token: string, call: TrackingClientOptions['fetch']): TrackingClient =>
  createTrackingClient({
    fetch: call,
    basePath,
    timeoutMs: TIMEOUT_MS,
    headers: { authorization: `Bearer ${token}` },
  });

/** Our own server, without the network: whoever is acted for asks himself. */
export function actingOnOurs(
  call: TrackingClientOptions['fetch'],
  tokenOf: (userId: number) => string,
): Acting {
  const clientOf = (userId: number): TrackingClient => clientAt('/api', tokenOf(userId), call);
  return {
    isOurs: true,
    as: clientOf,
    device: async (userId, id, signal) => foundIn(await clientOf(userId).devices.read(id, signal)),
    driver: async (userId, id, signal) => foundIn(await clientOf(userId).drivers.read(id, signal)),
    devices: async ({ id, administrator }, signal) =>
      answered(await clientOf(id).devices.list(administrator ? { all: true } : {}, signal)),
  };
}

/** Somebody else's: one account of an administrator asks what others see. */
export function actingOnForeign({ url, token }: { readonly url: string; readonly token: string }): Acting {
  const service = clientAt(`${url}/api`, token, fetch);
  const isAdministrator = async (userId: number, signal: AbortSignal): Promise<boolean> =>
    foundIn(await service.users.read(userId, signal))?.administrator === true;
  const foundFor = async <T extends { readonly id: number }>(
    calls: {
      list(query: { readonly userId: number }, signal: AbortSignal): Promise<Answer<readonly T[]>>;
      read(id: number, signal: AbortSignal): Promise<Answer<T>>;
    },
    { userId, id }: { readonly userId: number; readonly id: number },
    signal: AbortSignal,
  ): Promise<T | null> => {
    const linked = foundIn(await calls.list({ userId }, signal)) ?? [];
    const found = linked.find((each) => each.id === id);
    if (found) return found;
    return (await isAdministrator(userId, signal)) ? foundIn(await calls.read(id, signal)) : null;
  };
  return {
    isOurs: false,
    as: () => service,
    device: (userId, id, signal) => foundFor(service.devices, { userId, id }, signal),
    driver: (userId, id, signal) => foundFor(service.drivers, { userId, id }, signal),
    devices: async ({ id, administrator }, signal) =>
      answered(await service.devices.list(administrator ? { all: true } : { userId: id }, signal)),
  };
}
