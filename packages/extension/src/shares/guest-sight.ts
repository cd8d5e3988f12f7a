import type { Clock } from '@rastro/base';
import { guestDevice, guestPosition, DEVICE_ATTRIBUTES, type Device, type Position } from '@rastro/fleet';
import type { StoredShare } from '@rastro/fleet/schemas';
import type { TrackingClient } from '@rastro/tracking-client';
import type { TrackingApi } from '../tracking-api.ts';
import { soon } from '../with-tracking-api.ts';
import { answered } from '../tracking-failure.ts';
import type { ShareStore } from './share-store.ts';

/** Data that a guest sees at one moment. */
export interface Sight {
  readonly share: StoredShare;
  readonly devices: readonly Device[];
  /** The newest of each. */
  readonly positions: readonly Position[];
}
interface Deps {
  readonly trackingApi: TrackingApi;
  readonly shareStore: ShareStore;
  readonly brand: string;
  readonly clock: Clock;
}
interface CacheEntry<T> {
  readonly until: number;
  readonly answer: Promise<T>;
}

/** However many look at a share, and however often their pages ask, the server behind is asked once in this time. */
const SIGHT_MS = 1500;
/** Longest time for which a giver's loss of a vehicle may go unnoticed by viewers. */
const RIGHTS_MS = 4000;
/** Up to here vehicles are read one by one; of more the whole list of their giver is. */
const READ_ALONE = 8;

/** Data that guests see of an external tracking server, read with the token that was lent to us. */
export class GuestSight {
  readonly #deps: Deps;
  readonly #sights = new Map<number, CacheEntry<Sight | null>>();
  readonly #rights = new Map<number, CacheEntry<readonly number[] | null>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    deps.shareStore.watch((id) => {
      this.#sights.delete(id);
      this.#rights.delete(id);
    });
  }

  /** Data that is visible now; null = the share is over. @throws TrackingFailure */
  read(id: number): Promise<Sight | null> {
    return this.#remembered(this.#sights, id, SIGHT_MS, () => this.#readNow(id));
  }

  /** The way of one of them; what was before the share only where that was asked for. */
  async track(
    { share, devices }: Sight,
    deviceId: number,
    from: Date,
    to: Date,
  ): Promise<readonly Position[]> {
    if (!devices.some(({ id }) => id === deviceId)) return [];
    const since = share.history ? from : new Date(Math.max(from.getTime(), share.createdAt));
    if (since > to) return [];
    const asked = { deviceId, from: since, to };
    return answered(await this.#service(share).positions.history(asked, soon())).map(guestPosition);
  }

  /**
   * Vehicles that the giver can still show; null = the share is over, and ended. Those that the giver lost leave it for
   * good.
   */
  async checkRights(share: StoredShare): Promise<readonly number[] | null> {
    const seen = await this.#seenByGiver(share);
    if (seen === null) await this.#deps.shareStore.end(share.id);
    else if (share.groupId === 0 && seen.length < share.deviceIds.length)
      await this.#deps.shareStore.change(share.id, (now) => ({
        ...now,
        deviceIds: now.deviceIds.filter((id) => seen.includes(id)),
      }));
    return seen;
  }

  async #readNow(id: number): Promise<Sight | null> {
    const share = await this.#deps.shareStore.find(id);
    if (!share) return null;
    const ids = await this.#remembered(this.#rights, id, RIGHTS_MS, () => this.checkRights(share));
    if (ids === null) return null;
    const service = this.#service(share);
    const found = await this.#devices(share, ids);
    const newest = found.map(({ positionId }) => positionId).filter((positionId) => positionId > 0);
    const positions = newest.length === 0 ? [] : answered(await service.positions.byIds(newest, soon()));
    const { brand } = this.#deps;
    return {
      share,
      devices: found.map((device) => withoutPicture(guestDevice(device, brand))),
      positions: positions.map(guestPosition),
    };
  }

  async #devices(share: StoredShare, ids: readonly number[]): Promise<readonly Device[]> {
    const service = this.#service(share);
    if (ids.length > READ_ALONE) return (await this.#ofGiver(share)).filter(({ id }) => ids.includes(id));
    return Promise.all(ids.map(async (id) => answered(await service.devices.read(id, soon()))));
  }

  async #ofGiver(share: StoredShare): Promise<readonly Device[]> {
    const service = this.#service(share);
    const giver = answered(await service.users.read(share.giverId, soon()));
    const query = giver.administrator ? { all: true } : { userId: giver.id };
    return answered(await service.devices.list(query, soon()));
  }

  /** A server in trouble is no loss: only what it says about accounts and vehicles ends a share. */
  async #seenByGiver(share: StoredShare): Promise<readonly number[] | null> {
    const service = this.#service(share);
    const giver = await service.users.read(share.giverId, soon());
    if (!giver.ok && giver.error.status === 404) return null;
    const { disabled, expirationTime } = answered(giver);
    const isOver = expirationTime !== null && Date.parse(expirationTime) <= this.#deps.clock.now();
    if (disabled || isOver) return null;
    const devices = await this.#ofGiver(share);
    if (share.groupId === 0) {
      const seen = devices.map(({ id }) => id).filter((id) => share.deviceIds.includes(id));
      return seen.length === 0 ? null : seen;
    }
    if (!(await this.#deps.trackingApi.seesGroup(share.giverId, share.groupId, soon()))) return null;
    const groups = await groupAndBelow(service, share.groupId);
    return devices.filter(({ groupId }) => groups.has(groupId)).map(({ id }) => id);
  }

  #service({ giverId }: StoredShare): TrackingClient {
    return this.#deps.trackingApi.as(giverId);
  }

  #remembered<T>(
    cache: Map<number, CacheEntry<T>>,
    id: number,
    ms: number,
    ask: () => Promise<T>,
  ): Promise<T> {
    const now = this.#deps.clock.now();
    const known = cache.get(id);
    if (known && known.until > now) return known.answer;
    const answer = ask();
    cache.set(id, { until: now + ms, answer });
    answer.catch(() => cache.delete(id));
    return answer;
  }
}

/** The address of a picture at a Traccar contains the identifier of the vehicle, which guests do not get. */
function withoutPicture(device: Device): Device {
  const { [DEVICE_ATTRIBUTES.image]: _picture, ...attributes } = device.attributes;
  return { ...device, attributes };
}

async function groupAndBelow(service: TrackingClient, id: number): Promise<ReadonlySet<number>> {
  const groups = answered(await service.groups.list({ all: true }, soon()));
  const found = new Set([id]);
  for (let grows = true; grows;) {
    grows = false;
    for (const group of groups)
      if (found.has(group.groupId) && !found.has(group.id)) {
        found.add(group.id);
        grows = true;
      }
  }
  return found;
}
