import type { Result } from '@rastro/base';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '@rastro/protocols';

/**
 * What became of bytes for a device: handed to the network, certainly none of them, or nobody knows.
 */
export type WriteOutcome = 'written' | 'unsent' | 'unsure';

/** A way to reach a device: one TCP connection, one UDP address. */
export interface DeviceLink {
  readonly protocol: string;
  /** What is written arrives or the link ends. False = datagrams, which get lost silently. */
  readonly isReliable: boolean;
  /** Can something be written now? */
  isOpen(now: number): boolean;
  /** A command in the words of this connection. */
  encode(command: OutgoingCommand, profile: DeviceProfile): Result<Uint8Array, EncodeFailure>;
  /** The bytes are on their way before this returns; the outcome comes later. */
  write(bytes: Uint8Array): Promise<WriteOutcome>;
  /** Ends the connection, because a newer one of the same device has come or the device may not talk. */
  close(): void;
}

/** Which link is the current one of each device. The newest wins; the close of an old one changes nothing. */
export class DeviceSessions {
  readonly #current = new Map<number, DeviceLink>();
  readonly #watchers = new Set<(deviceId: number) => void>();

  /** @returns true when the link is new for this device. */
  open(deviceId: number, link: DeviceLink): boolean {
    const former = this.#current.get(deviceId);
    if (former === link) return false;
    this.#current.set(deviceId, link);
    if (former) {
      former.close();
      this.#tell(deviceId);
    }
    return true;
  }
  /** @returns true when this was the current link: the device is really gone. */
  close(deviceId: number, link: DeviceLink): boolean {
    if (this.#current.get(deviceId) !== link) return false;
    this.#current.delete(deviceId);
    this.#tell(deviceId);
    return true;
  }
  /** Closes whatever link a device has, e.g. because it was disabled or deleted. */
  drop(deviceId: number): void {
    const link = this.#current.get(deviceId);
    if (!link) return;
    this.#current.delete(deviceId);
    link.close();
    this.#tell(deviceId);
  }
  current(deviceId: number): DeviceLink | null {
    return this.#current.get(deviceId) ?? null;
  }
  /** Told of every device whose link ended or was replaced. */
  watchEnds(watcher: (deviceId: number) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
  get size(): number {
    return this.#current.size;
  }

  #tell(deviceId: number): void {
    for (const watcher of this.#watchers) watcher(deviceId);
  }
}
