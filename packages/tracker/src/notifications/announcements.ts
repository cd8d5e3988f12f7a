import type { Clock } from '@rastro/base';
import { Lane, type LaneOptions } from '@rastro/outgoing';
import type { DeliveryStorage, StoredDelivery } from '@rastro/storage';
import type { Directory, UserEntity } from '../directory/directory.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { Channel } from './channels/channel.ts';
import { channelEnd, type Write } from './channel-end.ts';
import { DeliveryLog } from './delivery-log.ts';
import { newDelivery } from './new-delivery.ts';

interface Deps {
  readonly storage: DeliveryStorage;
  readonly directory: Directory;
  readonly channels: readonly Channel[];
  readonly lanes: LaneOptions;
  readonly onSent: (channel: string) => void;
  readonly clock: Clock;
  readonly log: IngestLog;
}

/** A lane gives up within an hour; after this nobody is at it any more. */
const OLD_MS = 2 * 3_600_000;
const STOPPED = { status: 'failed', reason: 'the server was stopped' } as const;

/** Texts that users wrote to others. Sent by the process where they were written: nothing else has the text. */
export class Announcements {
  readonly #deps: Deps;
  readonly #deliveryLog: DeliveryLog;
  readonly #lanes: ReadonlyMap<string, Lane<StoredDelivery, Write>>;
  /** Not over, by id. */
  readonly #open = new Map<number, StoredDelivery>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#deliveryLog = new DeliveryLog(deps.storage, deps.clock);
    const lane = (channel: Channel) =>
      new Lane<StoredDelivery, Write>(channelEnd(channel, deps.directory), deps.lanes, {
        ...deps,
        save: async (delivery, change) => this.#noted(await this.#deliveryLog.change(delivery, change)),
      });
    this.#lanes = new Map(deps.channels.map((channel) => [channel.name, lane(channel)]));
  }

  get waiting(): number {
    return this.#lanes.values().reduce((sum, { size }) => sum + size, 0);
  }

  async send(users: readonly UserEntity[], channel: Channel, write: Write): Promise<void> {
    const now = this.#deps.clock.now();
    const rows = users.map(({ id }) =>
      newDelivery({ userId: id, eventType: 'announcement', channel: channel.name }, now),
    );
    for (const delivery of await this.#deliveryLog.begin(rows)) {
      if (this.#lanes.get(channel.name)?.add(this.#noted(delivery), write)) continue;
      this.#noted(await this.#deliveryLog.change(delivery, { status: 'skipped', reason: 'QUEUE_FULL' }));
    }
  }

  /** Ends one that a process left behind; a younger one may be on its way elsewhere. */
  async endOld(delivery: StoredDelivery): Promise<void> {
    const isOld = this.#deps.clock.now() - delivery.changedAt > OLD_MS;
    if (isOld && !this.#open.has(delivery.id)) await this.#deliveryLog.change(delivery, STOPPED);
  }

  /** Tries under way are broken off; what waits is not sent any more. */
  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
    await Promise.all(
      [...this.#open.values()].map((delivery) => this.#deliveryLog.change(delivery, STOPPED)),
    );
  }

  #noted(delivery: StoredDelivery): StoredDelivery {
    if (delivery.status === 'waiting' || delivery.status === 'sending') this.#open.set(delivery.id, delivery);
    else this.#open.delete(delivery.id);
    return delivery;
  }
}
