import type { Device, Driver, Geofence, User } from '@rastro/fleet';
import { answered } from './tracking-failure.ts';
import {
  createTrackingClient,
  type Answer,
  type TrackingClientOptions,
  type TrackingClient,
} from '@rastro/tracking-client';

const TIMEOUT_MS = 10_000;

/** User in whose name something is seen; administrators see everything. */
type Caller = Pick<User, 'id' | 'administrator'>;

/** The tracking server as the extension uses it, embedded or external. */
export interface TrackingApi {
  /**
   * The tracking API in the name of an account, with its rights and visibility. For an external server it is the
   * installation's own account: use `device` and `driver` to check what a user sees.
   */
  as(userId: number): TrackingClient;
  /** Returns what an account sees; null = not visible to it. */
  device(userId: number, id: number, signal: AbortSignal): Promise<Device | null>;
  driver(userId: number, id: number, signal: AbortSignal): Promise<Driver | null>;
  devices(user: Caller, signal: AbortSignal): Promise<readonly Device[]>;
  /** Whether an account is the user's own, or below it. Administrators are responsible for everybody. */
  answersFor(userId: number, accountId: number, signal: AbortSignal): Promise<boolean>;
  seesGroup(userId: number, groupId: number, signal: AbortSignal): Promise<boolean>;
  geofence(user: Caller, id: number, signal: AbortSignal): Promise<Geofence | null>;
  drivers(user: Caller, signal: AbortSignal): Promise<readonly Driver[]>;
  /** A driver by their identifier. */
  driverCalled(user: Caller, uniqueId: string, signal: AbortSignal): Promise<Driver | null>;
  /** Accounts with their own link to a device, as far as another account is responsible for them. */
  linkedBelow(userId: number, deviceId: number, signal: AbortSignal): Promise<readonly number[]>;
  /** Our own: it holds locks of moving vehicles back, and asks who drives for each position. */
  readonly isOurs: boolean;
}

const idsOf = (found: readonly { readonly id: number }[]): readonly number[] => found.map(({ id }) => id);

const called = (drivers: readonly Driver[], uniqueId: string): Driver | null =>
  drivers.find((driver) => driver.uniqueId === uniqueId) ?? null;

/** Null = not theirs, or not there; every other failure is thrown. */
function foundIn<T>(answer: Answer<T>): T | null {
  const isRejected = !answer.ok && [400, 403, 404].includes(answer.error.status);
  return isRejected ? null : answered(answer);
}

const clientAt = (basePath: string, token: string, call: TrackingClientOptions['fetch']): TrackingClient =>
  createTrackingClient({
    fetch: call,
    basePath,
    timeoutMs: TIMEOUT_MS,
    headers: { authorization: `Bearer ${token}` },
  });

/** Our own server, without the network: calls are made as the user they are for. */
export function embeddedTrackingApi(
  call: TrackingClientOptions['fetch'],
  tokenOf: (userId: number) => string,
): TrackingApi {
  const clientOf = (userId: number): TrackingClient => clientAt('/api', tokenOf(userId), call);
  const drivers: TrackingApi['drivers'] = async ({ id, administrator }, signal) =>
    answered(await clientOf(id).drivers.list(administrator ? { all: true } : {}, signal));
  return {
    isOurs: true,
    as: clientOf,
    device: async (userId, id, signal) => foundIn(await clientOf(userId).devices.read(id, signal)),
    driver: async (userId, id, signal) => foundIn(await clientOf(userId).drivers.read(id, signal)),
    devices: async ({ id, administrator }, signal) =>
      answered(await clientOf(id).devices.list(administrator ? { all: true } : {}, signal)),
    answersFor: async (userId, accountId, signal) => {
      const account = await clientOf(userId).users.read(accountId, signal);
      // Who is gone, or may not sign in, answers for nobody.
      return !account.ok && account.error.status === 401 ? false : foundIn(account) !== null;
    },
    seesGroup: async (userId, groupId, signal) =>
      foundIn(await clientOf(userId).groups.read(groupId, signal)) !== null,
    geofence: async ({ id: userId }, id, signal) =>
      foundIn(await clientOf(userId).geofences.read(id, signal)),
    drivers,
    driverCalled: async (user, uniqueId, signal) => called(await drivers(user, signal), uniqueId),
    linkedBelow: async (userId, deviceId, signal) =>
      idsOf(answered(await clientOf(userId).users.list({ deviceId }, signal))),
  };
}

/** External server: one account of an administrator reads what others see. */
export function externalTrackingApi({
  url,
  token,
}: {
  readonly url: string;
  readonly token: string;
}): TrackingApi {
  const service = clientAt(`${url}/api`, token, fetch);
  const drivers: TrackingApi['drivers'] = async ({ id, administrator }, signal) =>
    answered(await service.drivers.list(administrator ? { all: true } : { userId: id }, signal));
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
  const answersFor = async (userId: number, accountId: number, signal: AbortSignal): Promise<boolean> => {
    if (userId === accountId) return true;
    const managed = foundIn(await service.users.list({ userId }, signal)) ?? [];
    return managed.some(({ id }) => id === accountId) || (await isAdministrator(userId, signal));
  };
  return {
    isOurs: false,
    as: () => service,
    device: (userId, id, signal) => foundFor(service.devices, { userId, id }, signal),
    driver: (userId, id, signal) => foundFor(service.drivers, { userId, id }, signal),
    devices: async ({ id, administrator }, signal) =>
      answered(await service.devices.list(administrator ? { all: true } : { userId: id }, signal)),
    answersFor,
    seesGroup: async (userId, id, signal) =>
      (await foundFor(service.groups, { userId, id }, signal)) !== null,
    geofence: ({ id: userId }, id, signal) => foundFor(service.geofences, { userId, id }, signal),
    drivers,
    driverCalled: async (user, uniqueId, signal) => called(await drivers(user, signal), uniqueId),
    linkedBelow: async (userId, deviceId, signal) => {
      const linked = idsOf(answered(await service.users.list({ deviceId }, signal)));
      const ownIds: number[] = [];
      for (const id of linked) if (await answersFor(userId, id, signal)) ownIds.push(id);
      return ownIds;
    },
  };
}
