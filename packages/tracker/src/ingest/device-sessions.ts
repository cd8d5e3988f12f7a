import type { Result } from '@rastro/base';
import { linkIdOf } from '../messages/link-id.ts';
import type { WriteOutcome } from '../messages/topics.ts';
import type { DeviceProfile, EncodeFailure, OutgoingCommand } from '@rastro/protocols';

/** A way to reach a device: one TCP connection, one UDP address. */
export interface DeviceLink {
  readonly protocol: string;
  /** Address of the other side. */
  readonly host: string;
  /** Written bytes arrive or the link ends. False = datagrams, which get lost silently. */
  readonly isReliable: boolean;
  /** Can something be written now? */
  isOpen(now: number): boolean;
  /** Encodes a command for this connection. */
  encode(command: OutgoingCommand, profile: DeviceProfile): Result<Uint8Array, EncodeFailure>;
  /** The bytes are on their way before this returns; the outcome comes later. */
  write(bytes: Uint8Array): Promise<WriteOutcome>;
  /** Ends the connection, because a newer one of the same device has come or the device may not talk. */
  close(): void;
}

interface CurrentLink {
  readonly link: DeviceLink;
  /** Another one for each link, so that other processes can name it. */
  readonly linkId: string;
}

/** Which link is the current one of each device. The newest wins; the close of an old one changes nothing. */
export class DeviceSessions {
  readonly #current = new Map<number, CurrentLink>();
  readonly #node: string;
  readonly #onChange: (deviceId: number, isConnected: boolean, protocol: string) => void;
  readonly #onTakenOver: (deviceId: number, former: DeviceLink, link: DeviceLink) => void;
  #lastNumber: number;

  /**
   * @param node Name of this node of ingest, and a number that its former processes have not reached.
   * @param onTakenOver Called when another address takes over while the former link is open.
   * @param onChange Called for every device that has a new connection, or whose connection ended or was replaced.
   */
  constructor(
    { node, number }: { readonly node: string; readonly number: number },
    onChange: (deviceId: number, isConnected: boolean, protocol: string) => void,
    onTakenOver: (deviceId: number, former: DeviceLink, link: DeviceLink) => void,
  ) {
    this.#node = node;
    this.#lastNumber = number;
    this.#onTakenOver = onTakenOver;
    this.#onChange = onChange;
  }

  /**
   * A link of another protocol does not end one that is open: its sender only claims to be the device.
   * @returns true when the link is the current one of this device, and was not before.
   */
  open(deviceId: number, link: DeviceLink, now: number): boolean {
    const former = this.#current.get(deviceId);
    if (former?.link === link) return false;
    if (former?.link.isOpen(now)) {
      if (former.link.protocol !== link.protocol) return false;
      if (former.link.host !== link.host) this.#onTakenOver(deviceId, former.link, link);
    }
    this.#current.set(deviceId, { link, linkId: linkIdOf(this.#node, ++this.#lastNumber) });
    if (former) {
      former.link.close();
      this.#onChange(deviceId, false, former.link.protocol);
    }
    this.#onChange(deviceId, true, link.protocol);
    return true;
  }
  /** @returns true when this was the current link: the device is really gone. */
  close(deviceId: number, link: DeviceLink): boolean {
    if (this.#current.get(deviceId)?.link !== link) return false;
    this.#current.delete(deviceId);
    this.#onChange(deviceId, false, link.protocol);
    return true;
  }
  /** Closes whatever link a device has, e.g. because it was disabled or deleted. */
  drop(deviceId: number): void {
    const current = this.#current.get(deviceId);
    if (!current) return;
    this.#current.delete(deviceId);
    current.link.close();
    this.#onChange(deviceId, false, current.link.protocol);
  }
  /** The device has connected to another node, in the language of the link it has here. */
  movedAway(deviceId: number, protocol: string): void {
    if (this.current(deviceId)?.link.protocol === protocol) this.drop(deviceId);
  }
  current(deviceId: number): CurrentLink | null {
    return this.#current.get(deviceId) ?? null;
  }
}
