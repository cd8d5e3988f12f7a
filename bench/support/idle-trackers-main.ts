// Trackers that say who they are and are silent then; on order all connections are cut at once and all trackers return.
// The plan is the first argument as JSON; orders and answers are messages.
import { connect, type Socket } from 'node:net';
import { LoadPacket, madeUpImei } from '@rastro/simulator';
import type { TrackersAnswer, TrackersOrder, TrackersPlan } from './idle-trackers.ts';

/** No address brings a whole fleet, and each has local ports for its trackers of now and of a moment ago. */
const ADDRESSES = 250;
const OPENING_AT_ONCE = 200;
/** Patience of a tracker with a connection that does not open, or with an answer. */
const ANSWER_MS = 30_000;
const AGAIN_MS = 1000;

const plan = JSON.parse(process.argv[2] ?? '{}') as TrackersPlan;
const packet = new LoadPacket(1);
/** Each read is handled before the next socket reads, so one buffer serves all. */
const SHARED = Buffer.alloc(4096);
let connected = 0;
let cut = 0;
let tries = 0;

class IdleTracker {
  readonly #serial: number;
  #socket: Socket | null = null;

  constructor(serial: number) {
    this.#serial = serial;
  }

  /** Resolves when its login is answered, and its record when it has one to send; tries until then. */
  async open(recordTime: number | null): Promise<void> {
    for (tries++; !(await this.#isAnswered(recordTime)); tries++)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }

  cut(): void {
    this.#socket?.removeAllListeners('close').resetAndDestroy();
    connected--;
  }

  #isAnswered(recordTime: number | null): Promise<boolean> {
    return new Promise((resolve) => {
      const { acceptance, ackBytes } = packet;
      const wanted = acceptance.length + (recordTime === null ? 0 : ackBytes);
      let received = 0;
      const read = (size: number): boolean => {
        if (received === 0) {
          if (SHARED[0] !== acceptance[0]) throw new Error(`Tracker ${this.#serial} was refused`);
          // Copied: the packet is stamped again before the system may have taken these bytes.
          if (recordTime !== null) socket.write(Buffer.from(packet.stamp(recordTime, this.#serial)));
        }
        received += size;
        if (received === wanted) {
          clearTimeout(patience);
          connected++;
          resolve(true);
        }
        return true;
      };
      const socket = connect({
        host: '127.0.0.1',
        port: plan.port,
        localAddress: `127.0.${plan.number}.${2 + (this.#serial % ADDRESSES)}`,
        noDelay: true,
        onread: { buffer: SHARED, callback: read },
      });
      const patience = setTimeout(() => socket.destroy(), ANSWER_MS);
      this.#socket = socket;
      socket.once('connect', () => socket.write(packet.login(madeUpImei(this.#serial))));
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        clearTimeout(patience);
        if (received < wanted) return resolve(false);
        connected--;
        cut++;
      });
    });
  }
}

const trackers = Array.from({ length: plan.trackers }, (_, i) => new IdleTracker(plan.firstSerial + i));

async function open(): Promise<void> {
  const rest = trackers.values();
  const one = async (): Promise<void> => {
    for (const tracker of rest) await tracker.open(null);
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, one));
}

async function comeBack(recordTime: number): Promise<void> {
  for (const tracker of trackers) tracker.cut();
  await Promise.all(trackers.map((tracker) => tracker.open(recordTime)));
}

process.on('message', (order: TrackersOrder) => {
  tries = 0;
  void (order.kind === 'open' ? open() : comeBack(order.recordTime)).then(() => {
    const answer: TrackersAnswer = { connected, cut, tries };
    process.send?.(answer);
  });
});
process.once('disconnect', () => process.exit());
