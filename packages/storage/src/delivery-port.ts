import type { DeliveryStatus } from '@rastro/fleet';

/** A notification on its way to a person, or what became of it. Times are milliseconds since 1970, UTC. */
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
/** Something that is nobody's to read through the API: keys, push subscriptions, webhook secrets. */
export interface PrivateValue {
  /** User; 0 = the installation. */
  readonly ownerId: number;
  readonly name: string;
  readonly value: string;
}

export interface DeliveryStorage {
  /**
   * A notification of one event, rule, person and channel is stored once; a second one is left out.
   * @returns the ids in the order given; null = it was there already.
   */
  insertDeliveries(deliveries: readonly Omit<StoredDelivery, 'id'>[]): Promise<readonly (number | null)[]>;
  /** Replaces target, status, reason, tries and changedAt. */
  updateDeliveries(deliveries: readonly StoredDelivery[]): Promise<void>;
  /** Newest first. */
  deliveries(query: DeliveryQuery): Promise<readonly StoredDelivery[]>;
  /** Waiting and sending, oldest first. */
  openDeliveries(): Promise<readonly StoredDelivery[]>;
  /** Forgets some of what began before an instant and is over; call it again and again. */
  removeDeliveriesBefore(instant: number): Promise<void>;
}

export interface PrivateStorage {
  privateValues(): Promise<readonly PrivateValue[]>;
  putPrivateValue(value: PrivateValue): Promise<void>;
  removePrivateValue(ownerId: number, name: string): Promise<void>;
}
