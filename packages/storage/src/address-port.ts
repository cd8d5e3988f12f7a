/** Answer of the geocoding service for a place. */
export interface StoredAddress {
  /** Grid cell of the place, as numbered by the cache that stores it. */
  readonly cell: number;
  /** Null = the service knows nothing there. */
  readonly address: string | null;
  /** Milliseconds since 1970. */
  readonly foundAt: number;
}

/** Addresses that were asked for once. */
export interface AddressStorage {
  /** A newer answer replaces an older one. */
  saveAddresses(addresses: readonly StoredAddress[]): Promise<void>;
  /** In no order; cells that are not stored are left out. */
  addressesOf(cells: readonly number[]): Promise<readonly StoredAddress[]>;
  /**
   * Removes addresses found before an instant, then the oldest in excess of `most`: a bounded number a call.
   * @returns whether all of them are gone.
   */
  removeAddresses(than: {
    readonly foundBefore: number;
    readonly nothingBefore: number;
    readonly most: number;
  }): Promise<boolean>;
}

/** Addresses for threads: a connection of its own, separate from the store's. */
export interface AddressReader {
  /** As `AddressStorage.addressesOf`. @throws StorageError UNAVAILABLE when the store does not answer. */
  addressesOf(cells: readonly number[]): Promise<readonly StoredAddress[]>;
  close(): Promise<void>;
}
