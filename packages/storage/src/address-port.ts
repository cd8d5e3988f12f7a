/** Answer of the geocoding service for a place. */
export interface StoredAddress {
  /** The square of the earth that it is about, as whoever keeps it counts them. */
  readonly cell: number;
  /** Null = the service knows nothing there. */
  readonly address: string | null;
  /** Milliseconds since 1970. */
  readonly foundAt: number;
}

/** Addresses that were asked for once. */
export interface AddressStorage {
  /** A newer answer takes the place of an older one. */
  saveAddresses(addresses: readonly StoredAddress[]): Promise<void>;
  /** In no order; what is not kept is left out. */
  addressesOf(cells: readonly number[]): Promise<readonly StoredAddress[]>;
  /**
   * Removes what was found before an instant, then the oldest of what is more than `most`: a bounded number a call.
   * @returns whether all of it is gone.
   */
  removeAddresses(than: {
    readonly foundBefore: number;
    readonly nothingBefore: number;
    readonly most: number;
  }): Promise<boolean>;
}

/** Addresses for threads: a connection of its own, read where it is called. */
export interface AddressReader {
  /** As `AddressStorage.addressesOf`. @throws StorageError UNAVAILABLE when the store does not answer. */
  addressesOf(cells: readonly number[]): readonly StoredAddress[];
  close(): void;
}
