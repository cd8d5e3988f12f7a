import type { AddressReader } from '../address-port.ts';
import type { AreaStorage } from '../port.ts';
import type { StoredEvent } from '../records.ts';

/** The store of the running test. */
export interface AreaStoreUnderTest {
  readonly store: () => AreaStorage;
  readonly reopen: () => Promise<void>;
  /** The same store, opened by another process. */
  readonly another: () => Promise<AreaStorage>;
  readonly addressReader: () => Promise<AddressReader>;
  /** Stores events, makes alarms of those that wait for somebody, and puts some into the outbox. */
  readonly storeEvents: (events: readonly StoredEvent[], outbox?: readonly number[]) => Promise<void>;
}
