import type { DeliveryStatus } from '@rastro/fleet';
import type { Lease } from './lease-port.ts';
import type { StoredEvent } from './records.ts';

/** A notification to a user, and its outcome. Times are milliseconds since 1970, UTC. */
export interface StoredDelivery {
  readonly id: number;
  readonly userId: number;
  /** 0 = an announcement. */
  readonly notificationId: number;
  /** 0 = none. */
  readonly eventId: number;
  readonly eventType: string;
  readonly deviceId: number;
  readonly channel: string;
  /** Masked. */
  readonly target: string | null;
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  readonly attempts: number;
  readonly createdAt: number;
  readonly changedAt: number;
}
export interface DeliveryQuery {
  /** Null = of everybody. */
  readonly userId: number | null;
  /** Both included, by createdAt. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly offset: number;
}
/** A value that the API never returns: keys, push subscriptions, webhook secrets. */
export interface PrivateValue {
  /** User; 0 = the installation. */
  readonly ownerId: number;
  readonly name: string;
  readonly value: string;
}

/** Writes under a lease store nothing when another holder has it by now. @throws StorageError FENCED. */
export interface DeliveryStorage {
  /**
   * Stores a notification of one event, rule, user and channel once; a second one is left out.
   * @returns the ids in the order given; null = it was there already.
   */
  insertDeliveries(
    deliveries: readonly Omit<StoredDelivery, 'id'>[],
    under?: Lease,
  ): Promise<readonly (number | null)[]>;
  /** Replaces target, status, reason, attempts and changedAt. */
  updateDeliveries(deliveries: readonly StoredDelivery[], under?: Lease): Promise<void>;
  /** Events that wait to be matched with the rules of notifications: by id, at most so many. */
  outbox(limit: number): Promise<readonly StoredEvent[]>;
  /** Inserts deliveries as `insertDeliveries` does, and takes events out of the outbox, in one transaction. */
  settleOutbox(
    settled: {
      readonly eventIds: readonly number[];
      readonly deliveries: readonly Omit<StoredDelivery, 'id'>[];
    },
    under: Lease,
  ): Promise<readonly (number | null)[]>;
  /** Newest first. */
  deliveries(query: DeliveryQuery): Promise<readonly StoredDelivery[]>;
  /** Waiting and sending, oldest first. */
  openDeliveries(): Promise<readonly StoredDelivery[]>;
  /** Deletes some deliveries that began before an instant and are over; call it repeatedly. */
  removeDeliveriesBefore(instant: number): Promise<void>;
}

export interface PrivateStorage {
  privateValues(): Promise<readonly PrivateValue[]>;
  /** Null = there is none. */
  privateValue(ownerId: number, name: string): Promise<string | null>;
  putPrivateValue(value: PrivateValue): Promise<void>;
  /**
   * Replaces a value if it is still the same.
   * @param was Null = there is none. @returns false = another one was there, and stays.
   */
  swapPrivateValue(value: PrivateValue, was: string | null): Promise<boolean>;
  removePrivateValue(ownerId: number, name: string): Promise<void>;
}
