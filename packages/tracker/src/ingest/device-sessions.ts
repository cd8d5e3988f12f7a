/** A way to reach a device: one TCP connection, one UDP address. */
export interface DeviceLink {
  readonly protocol: string;
  /** Ends the connection, because a newer one of the same device has come or the device may not talk. */
  close(): void;
}

/** Which link is the current one of each device. The newest wins; the close of an old one changes nothing. */
export class DeviceSessions {
  readonly #current = new Map<number, DeviceLink>();

  /** @returns true when the link is new for this device. */
  open(deviceId: number, link: DeviceLink): boolean {
    const former = this.#current.get(deviceId);
    if (former === link) return false;
    this.#current.set(deviceId, link);
    former?.close();
    return true;
  }
  /** @returns true when this was the current link: the device is really gone. */
  close(deviceId: number, link: DeviceLink): boolean {
    if (this.#current.get(deviceId) !== link) return false;
    this.#current.delete(deviceId);
    return true;
  }
  /** Closes whatever link a device has, e.g. because it was disabled or deleted. */
  drop(deviceId: number): void {
    const link = this.#current.get(deviceId);
    this.#current.delete(deviceId);
    link?.close();
  }
  get size(): number {
    return this.#current.size;
  }
}
