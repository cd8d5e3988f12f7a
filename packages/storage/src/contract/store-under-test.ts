import type { AddressReader } from '../address-port.ts';
import type { HistoryReader } from '../history-port.ts';
import { openAddressReader, openHistoryReader, openTripReader } from '../open-readers.ts';
import type { Storage } from '../port.ts';
import type { TripReader, TripSnapshot } from '../trip-port.ts';
import { PortCalls } from './port-calls.ts';

/** The store of the running test, and its readers. */
export interface StoreUnderTest {
  readonly store: () => Storage;
  readonly reopen: () => Promise<void>;
  readonly tripReader: () => Promise<TripReader>;
  readonly historyReader: () => Promise<HistoryReader>;
  readonly addressReader: () => Promise<AddressReader>;
  /** One snapshot, on a reader of its own. */
  readonly inSnapshot: <T>(read: (snapshot: TripSnapshot) => Promise<T>) => Promise<T>;
}

/** Calls of the tests, by port. */
export class StoreCalls {
  readonly #ports = {
    Storage: new PortCalls(),
    TripReader: new PortCalls(),
    TripSnapshot: new PortCalls(),
    HistoryReader: new PortCalls(),
    AddressReader: new PortCalls(),
  };

  watched(store: Storage): Storage {
    return this.#ports.Storage.watched(store);
  }

  /** Methods that no test has called, by port. */
  get missing(): readonly string[] {
    return Object.entries(this.#ports).flatMap(([port, { missing }]) =>
      missing.map((method) => `${port}.${method}`),
    );
  }

  readersOf(store: () => Storage): Omit<StoreUnderTest, 'store' | 'reopen'> {
    const tripReader = async (): Promise<TripReader> => {
      const reader = await openTripReader(store().location);
      return this.#ports.TripReader.watched<TripReader>({
        inSnapshot: (read) =>
          reader.inSnapshot((snapshot) => read(this.#ports.TripSnapshot.watched(snapshot))),
        close: () => reader.close(),
      });
    };
    return {
      tripReader,
      historyReader: async () => this.#ports.HistoryReader.watched(await openHistoryReader(store().location)),
      addressReader: async () => this.#ports.AddressReader.watched(await openAddressReader(store().location)),
      async inSnapshot(read) {
        const reader = await tripReader();
        try {
          return await reader.inSnapshot(read);
        } finally {
          await reader.close();
        }
      },
    };
  }
}
