import {
  answerPacket,
  commandTexts,
  dataPacket,
  TestDevice,
  type TestRecord,
} from '@rastro/protocols/testing';

const AGAIN_MS = 50;
const ANSWER_MS = 15_000;

/**
 * A Teltonika tracker in the field: it keeps records until they are acknowledged, calls another gateway when one does not
 * answer, and does what it is told.
 */
export class ClusterDevice {
  readonly imei: string;
  readonly #ports: () => readonly number[];
  #at: number;
  #device: TestDevice | null = null;
  #bytes = Buffer.alloc(0);
  /** Counts of records that were acknowledged and not looked at yet. */
  readonly #acks: number[] = [];
  readonly acknowledged: TestRecord[] = [];
  /** Texts of commands, as often as they came. */
  readonly executed: string[] = [];
  connections = 0;
  /** Longest time from a record to its acknowledgement. */
  longestWaitMs = 0;

  constructor(imei: string, ports: () => readonly number[], first: number) {
    this.imei = imei;
    this.#ports = ports;
    this.#at = first;
  }

  /** Sends until acknowledged. @param end Gives up at this instant of `Date.now()`. */
  async deliver(records: readonly TestRecord[], end: number): Promise<void> {
    const sentAt = performance.now();
    while (Date.now() < end) {
      if (await this.#tryOnce(records)) {
        this.longestWaitMs = Math.max(this.longestWaitMs, performance.now() - sentAt);
        return;
      }
      this.drop();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    throw new Error(`device ${this.imei} could not deliver in time`);
  }
  drop(): void {
    this.#device?.socket.destroy();
    this.#device = null;
  }

  async #tryOnce(records: readonly TestRecord[]): Promise<boolean> {
    try {
      const device = await this.#connected();
      device.socket.write(dataPacket(records));
      const count = await this.#nextAck(device);
      if (count !== records.length) return false;
      this.acknowledged.push(...records);
      return true;
    } catch {
      return false;
    }
  }
  async #connected(): Promise<TestDevice> {
    if (this.#device && !this.#device.socket.destroyed) return this.#device;
    const ports = this.#ports();
    const port = ports[this.#at++ % ports.length];
    if (port === undefined) throw new Error('Cannot connect: nobody listens');
    this.connections++;
    [this.#bytes, this.#acks.length] = [Buffer.alloc(0), 0];
    this.#device = await TestDevice.signedIn(port, this.imei);
    return this.#device;
  }
  async #nextAck(device: TestDevice): Promise<number> {
    const end = Date.now() + ANSWER_MS;
    while (this.#acks.length === 0) {
      const late = AbortSignal.timeout(Math.max(1, end - Date.now()));
      const isLate = new Promise<never>((_resolve, reject) =>
        late.addEventListener('abort', () => reject(new Error('late')), { once: true }),
      );
      isLate.catch(() => {});
      this.#bytes = Buffer.concat([
        this.#bytes,
        await Promise.race([device.bytes(Math.max(1, device.received.length)), isLate]),
      ]);
      this.#read(device);
    }
    return this.#acks.shift() ?? 0;
  }
  /** An acknowledgement is four bytes that count records; a command begins with four zeros and its length. */
  #read(device: TestDevice): void {
    while (this.#bytes.length >= 4) {
      const head = this.#bytes.readUInt32BE(0);
      if (head !== 0) {
        this.#acks.push(head);
        this.#bytes = this.#bytes.subarray(4);
        continue;
      }
      if (this.#bytes.length < 8) return;
      const length = 12 + this.#bytes.readUInt32BE(4);
      if (this.#bytes.length < length) return;
      const texts = commandTexts(this.#bytes.subarray(0, length));
      this.#bytes = this.#bytes.subarray(length);
      this.executed.push(...texts);
      for (const text of texts) device.socket.write(answerPacket(`${text} done`));
    }
  }
}
