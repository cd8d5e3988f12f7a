import type { Device, Position } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';

/** One position on its way to another server. */
export interface Parcel {
  readonly uniqueId: string;
  readonly position: StoredPosition;
  /** In the shapes of the API, made only by senders that need them. */
  readonly serialized: () => { readonly device: Device; readonly position: Position };
}

/** Speaks to one target. */
export interface Sender {
  /**
   * @returns `refused` when the other side will not take this one, now or later.
   * @throws when a retry may work.
   */
  send(parcel: Parcel, signal: AbortSignal): Promise<'sent' | 'refused'>;
  close(): void;
}
