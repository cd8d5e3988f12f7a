import type { Clock } from '@rastro/base';
import type { LogRecord, TrafficMessage, TrafficRecord, TrafficRecording } from '@rastro/fleet';
import type { DeviceRecord } from '@rastro/protocols';

/** A recording ends after so many messages. */
const MAX_MESSAGES = 2000;
/** Longer messages, such as parts of photos, are stored in part. */
const MAX_BYTES = 4096;
/** Recordings at a time, ended ones included: a new one replaces the oldest ended one. */
const MAX_RECORDINGS = 10;
const PAGE = 200;

/** A message of a device as it came, and what became of it. */
export interface ReceivedMessage {
  /** Null = no device of this server. */
  readonly deviceId: number | null;
  readonly uniqueId: string | null;
  readonly protocol: string;
  readonly host: string;
  readonly bytes: Uint8Array;
  readonly records: readonly DeviceRecord[];
  /** Reason why it was rejected or could not be decoded. */
  readonly error: string | null;
  readonly intact: boolean;
}
export type SentMessage = Pick<ReceivedMessage, 'deviceId' | 'protocol' | 'host' | 'bytes'>;

interface Recording {
  readonly startedAt: number;
  readonly endsAt: number;
  readonly messages: TrafficMessage[];
}

/**
 * The traffic of single devices, recorded on request, for a time, in memory; and subscribers to all of it. Listeners
 * ask `isWatched` first: without recordings and subscribers, a message costs one comparison.
 */
export class Traffic {
  readonly #clock: Clock;
  readonly #recordings = new Map<number, Recording>();
  readonly #watchers = new Set<(log: LogRecord) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isWatched(): boolean {
    return this.#recordings.size > 0 || this.#watchers.size > 0;
  }

  /** Restarts the recording. @returns false when too many devices are being recorded. */
  start(deviceId: number, seconds: number): boolean {
    this.#recordings.delete(deviceId);
    if (this.#recordings.size >= MAX_RECORDINGS && !this.#makeRoom()) return false;
    const startedAt = this.#clock.now();
    this.#recordings.set(deviceId, { startedAt, endsAt: startedAt + seconds * 1000, messages: [] });
    return true;
  }

  /** Forgets what was recorded. */
  stop(deviceId: number): void {
    this.#recordings.delete(deviceId);
  }

  /** Messages recorded after `after`. */
  read(deviceId: number, after: number): TrafficRecording {
    const recording = this.#recordings.get(deviceId);
    if (!recording) return { state: 'none', startedAt: null, endsAt: null, total: 0, messages: [] };
    const { startedAt, endsAt, messages } = recording;
    return {
      state: this.#isOpen(recording) ? 'recording' : 'ended',
      startedAt: instant(startedAt),
      endsAt: instant(endsAt),
      total: messages.length,
      messages: messages.slice(after, after + PAGE),
    };
  }

  /** Of the first recorded message, ms since 1970; null = there is none. */
  firstAt(deviceId: number): number | null {
    const time = this.#recordings.get(deviceId)?.messages[0]?.time;
    return time === undefined ? null : Date.parse(time);
  }

  /** @returns Stops watching. */
  watch(watcher: (log: LogRecord) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  received(message: ReceivedMessage): void {
    const { deviceId, uniqueId, protocol, host, bytes, records, error, intact } = message;
    if (this.#watchers.size > 0) {
      const data = readable(bytes) ?? Buffer.from(bytes).toString('hex');
      const log = { host, protocol, uniqueId, deviceId: deviceId ?? 0, data };
      for (const watcher of this.#watchers) watcher(log);
    }
    this.#record(message, 'in', { records: records.map(serializeRecord), error, damaged: !intact });
  }

  sent(message: SentMessage): void {
    this.#record(message, 'out', { records: [], error: null, damaged: false });
  }

  #record(
    { deviceId, protocol, host, bytes }: SentMessage,
    direction: TrafficMessage['direction'],
    meaning: Pick<TrafficMessage, 'records' | 'error' | 'damaged'>,
  ): void {
    const recording = deviceId === null ? undefined : this.#recordings.get(deviceId);
    if (!recording || !this.#isOpen(recording)) return;
    const truncated = bytes.subarray(0, MAX_BYTES);
    recording.messages.push({
      sequence: recording.messages.length + 1,
      time: instant(this.#clock.now()),
      direction,
      protocol,
      host,
      bytes: bytes.length,
      hex: Buffer.from(truncated).toString('hex'),
      text: readable(truncated),
      ...meaning,
    });
  }

  #isOpen({ endsAt, messages }: Recording): boolean {
    return messages.length < MAX_MESSAGES && this.#clock.now() < endsAt;
  }

  #makeRoom(): boolean {
    for (const [deviceId, recording] of this.#recordings) {
      if (!this.#isOpen(recording)) return this.#recordings.delete(deviceId);
    }
    return false;
  }
}

const instant = (ms: number): string => new Date(ms).toISOString();
/** Null = none, or a time that no calendar has. */
const instantOrNull = (ms: number | null): string | null =>
  ms === null || !(Math.abs(ms) <= 8.64e15) ? null : instant(ms);

/** Text with its line ends written out; null when a byte cannot be printed. */
function readable(bytes: Uint8Array): string | null {
  for (const byte of bytes) if ((byte < 32 && byte !== 10 && byte !== 13) || byte > 126) return null;
  return Buffer.from(bytes).toString('latin1').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}

function serializeRecord({ deviceTime, fix, network, attributes }: DeviceRecord): TrafficRecord {
  return {
    deviceTime: instantOrNull(deviceTime),
    fixTime: instantOrNull(fix?.time ?? null),
    valid: fix?.valid ?? false,
    latitude: fix?.latitude ?? null,
    longitude: fix?.longitude ?? null,
    altitude: fix?.altitude ?? null,
    speed: fix?.speed ?? null,
    course: fix?.course ?? null,
    network,
    attributes,
  };
}
