import { host } from '@rastro/base/host';
import type { Result } from '@rastro/base';
import type { LinkEnd } from '@rastro/fleet';
import type {
  CommandAnswer,
  DeviceMedia,
  DeviceProfile,
  DeviceRecord,
  EncodeFailure,
  Framer,
  OutgoingCommand,
  StreamProtocol,
} from '@rastro/protocols';
import type { DeviceEntity } from '../directory/directory.ts';
import type { Deadlines, Expiring } from './deadlines.ts';
import { noteRejection, profileOf } from './device-gate.ts';
import type { DeviceLink } from './device-sessions.ts';
import type { DeviceSocket } from './listener.ts';
import type { WriteOutcome } from '../messages/topics.ts';
import { accept, countFailure, DAMAGED, failureText, type Intake } from './intake.ts';
import { namingImage } from './media-store.ts';
import type { ReceivedMessage } from './traffic.ts';

export interface TcpLimits {
  /** Time without a whole message after which a connection is closed. */
  readonly idleMs: number;
  /** Time to say who it is, from the first moment, however many bytes come. */
  readonly loginMs: number;
  /** Records of one connection waiting for the commit; at this many its socket is not read. */
  readonly maxPending: number;
  /** Connections of one address that have not identified themselves yet. */
  readonly maxStrangers: number;
}

/** Shared by the connections of a port. */
export interface TcpPort {
  readonly codec: StreamProtocol;
  readonly intake: Intake;
  readonly limits: TcpLimits;
  readonly deadlines: Deadlines;
}

/** Content of a frame, except its records. */
interface FrameResult {
  readonly device: DeviceEntity;
  readonly answer: CommandAnswer | null;
  readonly reply: Uint8Array | null;
}

const NO_FRAMES: Uint8Array[] = [];
/** Patience with a connection that takes no bytes. */
const WRITE_MS = 10_000;

/**
 * One device connection: cuts frames, finds out whose they are, hands records over and replies when they
 * are durable. Replies leave in the order of the frames. Reading stops while too much waits.
 *
 * Most of them are silent most of the time, and there are very many: one holds no timer, no function and no list of its
 * own.
 */
export class TcpConnection implements DeviceLink, Expiring {
  readonly protocol: string;
  readonly isReliable = true;
  readonly host: string;
  /** Whole messages put it off, bytes alone do not. */
  dueStep: number;
  slot = 0;
  readonly #port: TcpPort;
  readonly #socket: DeviceSocket;
  readonly #framer: Framer;
  #state: unknown;
  #device: DeviceEntity | null = null;
  #frames = NO_FRAMES;
  /** Where the next frame is: a segment may hold tens of thousands, too many to move up one by one. */
  #nextFrame = 0;
  #pending = 0;
  #blocked = false;
  /** Something slow is under way; only its end may unblock. */
  #waiting = false;
  /** Nothing more is decoded. */
  #closed = false;
  /** Its socket is gone; what was read before may still wait. */
  #hungUp = false;
  /** Reason if the connection ends now. */
  #reason: LinkEnd = 'deviceClosed';
  #hasBytes = false;
  /** It sent an identifier, known or not. */
  #isNamed = false;
  /** Its first message was answered. A command before the answer to a login would be taken for that answer. */
  #answered = false;

  /** The listener calls it with the events of its socket. */
  constructor(socket: DeviceSocket, port: TcpPort) {
    const { codec, deadlines, limits } = port;
    this.protocol = codec.name;
    this.#port = port;
    this.#socket = socket;
    this.#framer = codec.createFramer();
    this.#state = codec.initialState();
    socket.setNoDelay();
    this.host = port.intake.addressOf(socket);
    this.dueStep = deadlines.stepAfter(limits.loginMs);
    deadlines.watch(this);
  }

  expire(): void {
    this.#endFor('timeout');
  }
  /** Its socket failed, and ends. */
  failed(): void {
    this.#endFor('networkError');
  }
  /**
   * Its socket is gone. A device that sends and hangs up, without waiting for an answer, loses none of the data that
   * waits for space.
   */
  ended(): void {
    this.#hungUp = true;
    this.#port.deadlines.forget(this);
    if (this.#closed || !this.#blocked || this.#waiting) this.#finish();
  }

  close(): void {
    this.#closed = true;
    this.#socket.destroy();
    // The end of its socket has been reported already.
    if (this.#hungUp) this.#finish();
  }

  isOpen(): boolean {
    return this.#answered && !this.#closed && this.#socket.writable;
  }
  encode(command: OutgoingCommand, profile: DeviceProfile): Result<Uint8Array, EncodeFailure> {
    return this.#port.codec.encode(command, profile, this.#state);
  }
  write(bytes: Uint8Array): Promise<WriteOutcome> {
    if (!this.isOpen()) return Promise.resolve('unsent');
    this.#noteSent(bytes);
    return new Promise((resolve) => {
      // A peer that does not read holds the bytes back; they may still arrive.
      const patience = host.setTimeout(() => resolve('unsure'), WRITE_MS);
      this.#socket.write(bytes, (error) => {
        host.clearTimeout(patience);
        resolve(error ? 'unsure' : 'written');
      });
    });
  }

  /** The one place where a fault of ours in reading ends: this connection closes, the others go on. */
  #guarded(bytes: Uint8Array | null, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#port.intake.faults.note(this.protocol, error, bytes);
      if (this.#device) this.#noteUndecoded(this.#device, 'FAULT: the server could not read it');
      this.#endFor('unreadable');
    }
  }

  receive(chunk: Uint8Array): void {
    this.#hasBytes = true;
    this.#guarded(chunk, () => this.#cut(chunk));
    this.#work();
  }

  #cut(chunk: Uint8Array): void {
    for (const cut of this.#framer.push(chunk)) {
      if (cut.ok) this.#keepFrame(cut.value);
      else {
        countFailure(this.#port.intake, this.protocol, cut.error.code);
        if (this.#device) this.#noteUndecoded(this.#device, failureText(cut.error));
        this.#endFor('unreadable');
        return;
      }
    }
    // Half a frame keeps nothing open; pings, which some framers swallow, do.
    if (this.#device && this.#framer.heldBytes === 0) this.#putOff();
  }

  /** Most often it is the only one, and may wait for long: a list that grows has spare capacity for many. */
  #keepFrame(frame: Uint8Array): void {
    if (this.#frames.length === 0) this.#frames = [frame];
    else this.#frames.push(frame);
  }

  #work(): void {
    while (!this.#blocked && !this.#closed) {
      const frame = this.#frames[this.#nextFrame];
      if (!frame) {
        this.#forgetFrames();
        if (this.#hungUp) this.#finish();
        return;
      }
      // Who has yet to say who it is has a deadline for that.
      if (this.#device && this.#port.intake.records.isBusy) {
        this.#blocked = true;
        this.#socket.pause();
        this.#port.intake.records.whenFree(() => this.#resume());
        return;
      }
      this.#nextFrame++;
      this.#guarded(frame, () => this.#handle(frame));
    }
  }

  #forgetFrames(): void {
    this.#frames = NO_FRAMES;
    this.#nextFrame = 0;
  }

  #handle(frame: Uint8Array): void {
    const candidates = this.#port.codec.identify(frame, this.#state, false);
    if (candidates.length > 0 && !this.#identify(candidates, frame)) return;
    const device = this.#currentDevice();
    if (!device) return;
    const context = { device: profileOf(device), now: this.#port.intake.clock.now(), udp: false };
    const decoded = this.#port.codec.decode(frame, this.#state, context);
    if (!decoded.ok) {
      countFailure(this.#port.intake, this.protocol, decoded.error.code);
      this.#note(device, frame, { error: failureText(decoded.error) });
      this.#noteUndecoded(device, failureText(decoded.error));
      return;
    }
    const { state, records, reply, intact, media } = decoded.value;
    if (!intact) this.#port.intake.counters.count('failures', `${this.protocol}:CHECKSUM`);
    const checked = { deviceId: device.id, bytes: frame, intact, hasRecords: records.length > 0 };
    if (!this.#port.intake.checksums.accepts(this.#port.codec, checked)) {
      this.#note(device, frame, { error: DAMAGED, intact });
      return;
    }
    this.#state = state;
    this.#note(device, frame, { records, intact });
    const result = { device, answer: this.#port.codec.answerOf(frame, false), reply };
    if (media) this.#storeMedia(result, media, records);
    else this.#take(result, records);
  }

  #take({ device, answer, reply }: FrameResult, records: readonly DeviceRecord[]): void {
    // What waits for the disk keeps what it names, so it names no records.
    const weight = records.length + 1;
    this.#pending += weight;
    const onDurable = (): void => {
      if (reply && !this.#closed && !this.#hungUp) {
        this.#socket.write(reply);
        this.#noteSent(reply);
      }
      this.#answered = true;
      this.#pending -= weight;
      if (this.#pending < this.#port.limits.maxPending / 2) this.#resume();
    };
    const onFailed = (): void => this.close();
    accept(this.#port.intake, { device, protocol: this.protocol, answer }, records, onDurable, onFailed);
    this.#pauseWhenFull();
  }

  /** A file is stored before the record that names it; what follows waits. */
  #storeMedia(frameResult: FrameResult, media: DeviceMedia, records: readonly DeviceRecord[]): void {
    this.#wait(this.#port.intake.media.save(frameResult.device.id, media), (name) =>
      this.#take(frameResult, namingImage(records, name)),
    );
  }

  /** @returns false when the frame must not be decoded (now). */
  #identify(candidates: readonly string[], frame: Uint8Array): boolean {
    this.#isNamed = true;
    const admission = this.#port.intake.gate.admit(candidates);
    if (admission.ok) {
      if (this.#device?.id !== admission.device.id) this.#leave();
      if (!this.#device) this.#isKnown();
      this.#device = admission.device;
      const isNew = this.#port.intake.sessions.open(admission.device.id, this, this.#port.intake.clock.now());
      if (isNew)
        this.#port.intake.connectionLog.connected(admission.device.id, this.#port.intake.clock.now());
      return true;
    }
    const registrable =
      admission.reason === 'unknown' ? this.#port.intake.gate.registrable(candidates) : null;
    if (registrable !== null) {
      this.#register(registrable);
      return false;
    }
    this.#port.intake.counters.count('rejections', admission.reason);
    this.#note(admission.device, frame, { error: `REFUSED: ${admission.reason}` }, candidates[0]);
    noteRejection(this.#port.intake, admission, { protocol: this.protocol, candidates });
    this.#port.intake.rejections.note(this.protocol, candidates[0], admission.reason);
    const rejection = this.#port.codec.reject(frame, this.#state, false);
    this.#leave();
    this.#forgetFrames();
    if (rejection) this.#socket.end(rejection);
    else this.close();
    return false;
  }

  #isKnown(): void {
    this.#port.intake.strangers.leave(this.#socket);
    this.#putOff();
    this.#port.deadlines.watch(this);
  }
  #putOff(): void {
    const { deadlines, limits } = this.#port;
    this.dueStep = deadlines.stepAfter(limits.idleMs);
  }

  /** For viewers of the traffic; most of the time there are none. */
  #note(
    device: DeviceEntity | null,
    bytes: Uint8Array,
    outcome: Partial<Pick<ReceivedMessage, 'records' | 'error' | 'intact'>>,
    uniqueId: string | null = device?.uniqueId ?? null,
  ): void {
    const { traffic } = this.#port.intake;
    if (!traffic.isWatched) return;
    const from = { deviceId: device?.id ?? null, uniqueId, protocol: this.protocol, host: this.host, bytes };
    traffic.received({ ...from, records: [], error: null, intact: true, ...outcome });
  }

  #noteUndecoded(device: DeviceEntity, error: string): void {
    this.#port.intake.connectionLog.undecoded(device.id, error, this.#port.intake.clock.now());
  }

  #noteSent(bytes: Uint8Array): void {
    const { traffic } = this.#port.intake;
    if (!traffic.isWatched || !this.#device) return;
    traffic.sent({ deviceId: this.#device.id, protocol: this.protocol, host: this.host, bytes });
  }

  /** Registers an unknown device; its frames wait meanwhile. */
  #register(uniqueId: string): void {
    this.#wait(this.#port.intake.gate.register(uniqueId), () => void this.#nextFrame--);
  }

  /** Reads and decodes nothing until something slow is done. When it fails, the device has to send again. */
  #wait<T>(slow: Promise<T>, then: (value: T) => void): void {
    this.#blocked = true;
    this.#waiting = true;
    this.#socket.pause();
    slow.then(
      (value) => {
        this.#waiting = false;
        then(value);
        this.#resume();
      },
      (error: unknown) => {
        this.#port.intake.log.error({ err: error }, 'cannot go on with a device connection');
        this.close();
      },
    );
  }

  /** The device behind this connection, as it is now; null = not signed in, or no longer allowed. */
  #currentDevice(): DeviceEntity | null {
    if (!this.#device) return null;
    const admission = this.#port.intake.gate.admit([this.#device.uniqueId]);
    if (admission.ok && admission.device.id === this.#device.id) return (this.#device = admission.device);
    this.close();
    return null;
  }

  #pauseWhenFull(): void {
    const full = this.#port.intake.records.isFull;
    if (!full && this.#pending < this.#port.limits.maxPending) return;
    this.#blocked = true;
    this.#socket.pause();
    if (full) this.#port.intake.records.whenDrained(() => this.#resume());
  }

  #resume(): void {
    if (!this.#blocked || this.#waiting || this.#closed) return;
    if (this.#pending >= this.#port.limits.maxPending) return;
    this.#blocked = false;
    this.#work();
    if (!this.#blocked) this.#socket.resume();
  }

  /** The device went away with this connection, unless a newer one has taken over. */
  #leave(): void {
    const device = this.#device;
    this.#device = null;
    if (!device || !this.#port.intake.sessions.close(device.id, this)) return;
    const { records, clock, connectionLog } = this.#port.intake;
    const arrivedAt = clock.now();
    connectionLog.ended(device.id, this.#reason, arrivedAt);
    records.send({ kind: 'gone', deviceId: device.id, arrivedAt }, nothing, nothing);
  }

  #endFor(reason: LinkEnd): void {
    this.#reason = reason;
    this.close();
  }

  #finish(): void {
    this.#closed = true;
    this.#forgetFrames();
    this.#leave();
    // Bytes of another protocol often make no frame, and so no failure.
    if (!this.#isNamed && this.#hasBytes) this.#port.intake.arrivals.failure(this.protocol);
  }
}

const nothing = (): void => {};
