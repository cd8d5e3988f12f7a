import type { FleetEngine } from '../fleet-engine.ts';
import type { Connection } from '../fleet.ts';
import type { OfflineStore } from './offline-store.ts';

/** Maximum of stored vehicles: those with the latest messages. */
export const MAX_STORED_VEHICLES = 5_000;

export interface OfflineFleetCacheDeps {
  readonly engine: FleetEngine;
  readonly store: OfflineStore;
  /** User whose fleet is stored; null = nothing is stored, and nothing stored before is shown. */
  readonly userId: number | null;
}

/** Says of what is shown since when it is not live any more, and keeps it for a start without a network. */
export class OfflineFleetCache {
  readonly #deps: OfflineFleetCacheDeps;
  #isLive = false;
  #isChanged = false;

  constructor(offlineFleetCacheDeps: OfflineFleetCacheDeps) {
    this.#deps = offlineFleetCacheDeps;
  }

  /** Something came in. */
  changed(): void {
    this.#isChanged = true;
  }

  /**
   * Follows the connection.
   * @param lastMessageAt Last message of the server, ms since 1970.
   * @returns Whether the stored fleet is shown now.
   */
  async follow({ state }: Connection, lastMessageAt: number): Promise<boolean> {
    const { engine } = this.#deps;
    const wasLive = this.#isLive;
    this.#isLive = state === 'live';
    if (this.#isLive) engine.setLastKnown(null);
    else if (wasLive) engine.setLastKnown({ at: lastMessageAt, missing: 0 });
    return state === 'waiting' && this.show();
  }

  /** Shows the stored fleet, unless something newer is there. @returns Whether it did. */
  async show(): Promise<boolean> {
    const { engine, store, userId } = this.#deps;
    if (engine.isLoaded || userId === null) return false;
    const stored = await store.fleet(userId);
    // The server may have answered meanwhile.
    if (stored === null || engine.isLoaded) return false;
    engine.load(stored.devices, stored.positions);
    engine.setLastKnown({ at: stored.at, missing: stored.missing });
    return true;
  }

  /** Writes down what is shown, when it is live and something changed. */
  async save(lastMessageAt: number): Promise<void> {
    const { engine, store, userId } = this.#deps;
    if (userId === null || !this.#isLive || !this.#isChanged) return;
    this.#isChanged = false;
    await store.saveFleet(userId, { at: lastMessageAt, ...engine.newest(MAX_STORED_VEHICLES) });
  }
}
