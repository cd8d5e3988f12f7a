import { TestDevice } from './test-device.ts';
import { dataPacket, type TestRecord } from './teltonika-packet.ts';

/**
 * A Teltonika device with a memory: keeps records until they are acknowledged, and comes back when its
 * connection ends, as the real ones do.
 */
export class PersistentDevice {
  readonly #port: () => number;
  readonly #imei: string;
  #device: TestDevice | null = null;
  /** fixTimes that the server has acknowledged. */
  readonly acknowledged: number[] = [];
  connections = 0;

  constructor(imei: string, port: () => number) {
    this.#imei = imei;
    this.#port = port;
  }

  /** Sends until acknowledged. @param signal Gives up. */
  async deliver(
    records: readonly TestRecord[],
    signal: AbortSignal = AbortSignal.timeout(60_000),
  ): Promise<void> {
    while (!signal.aborted) {
      if (await this.tryOnce(records)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`device ${this.#imei} could not deliver in time`);
  }

  /** @returns whether the records were acknowledged. */
  async tryOnce(records: readonly TestRecord[]): Promise<boolean> {
    try {
      await this.connect();
      this.#device?.socket.write(dataPacket(records));
      const count = (await this.#device?.bytes(4))?.readUInt32BE() ?? 0;
      if (count !== records.length) return false;
      this.acknowledged.push(...records.map(({ time }) => time));
      return true;
    } catch {
      // The connection ended: whatever was not acknowledged is sent again.
      this.drop();
      return false;
    }
  }

  async connect(): Promise<void> {
    if (this.#device && !this.#device.socket.destroyed) return;
    this.connections++;
    this.#device = await TestDevice.signedIn(this.#port(), this.#imei);
  }
  drop(): void {
    this.#device?.socket.destroy();
    this.#device = null;
  }
}
