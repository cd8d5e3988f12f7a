import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { boundRecord } from '../src/bound-record.ts';
import type { DeviceRecord, HttpProtocol, Protocol, StreamProtocol } from '../src/protocol.ts';
import { STREAM_LIMIT_BYTES } from '../src/stream-framer.ts';
import { MODELS, OPTIONS, quick, seedsOf } from './fuzz.ts';
import { context } from './support.ts';

export interface GuidedRun {
  readonly frames: number;
  /** The same seed makes the same frames. */
  readonly seed: number;
}
/** Result of a run: paths through the protocol that were seen, and frames that were stored because they found one. */
export interface GuidedResult {
  readonly signatures: number;
  readonly corpusSize: number;
}

/** Frames that found something new; more are as good as these. */
const MAX_CORPUS = 4000;
const LONGEST_FRAME = 2048;
const HEAP_EVERY = 100_000;
/** Allowed growth of the heap after it has settled. */
const HEAP_GROWTH = 96 * 2 ** 20;

/**
 * Feeds a protocol changed frames. A frame with a new outcome (other attributes, another failure, reply, answer or
 * alarm) is changed further: so the search goes deep where bytes have a meaning.
 * @throws with the frame when the protocol throws, takes over 50 ms twice, holds too much, lets something impossible
 * pass the bounds, or when the heap grows.
 */
export function guidedFuzz(protocol: Protocol, { frames, seed }: GuidedRun): GuidedResult {
  const next = randomFrom(seed);
  const corpus = [...seedsOf(protocol.name)];
  const ways = new Set<string>();
  let settledHeap = 0;
  for (let done = 0; done < frames; done++) {
    const frame = done < corpus.length ? (corpus[done] ?? new Uint8Array(0)) : changed(corpus, next);
    const setting = { model: MODELS[next(MODELS.length)] ?? null, udp: next(4) === 0 };
    let way = '';
    try {
      quick(() => {
        way = signatureOf(protocol, frame, setting);
      });
    } catch (error) {
      const hex = Buffer.from(frame).toString('hex');
      throw new Error(`frame ${done}: ${hex} ${inspect(setting)}`, { cause: error });
    }
    if (!ways.has(way)) {
      ways.add(way);
      if (corpus.length < MAX_CORPUS) corpus.push(frame);
    }
    if (done % HEAP_EVERY === HEAP_EVERY - 1) {
      globalThis.gc?.();
      const heap = process.memoryUsage().heapUsed;
      settledHeap ||= heap;
      assert.ok(heap - settledHeap < HEAP_GROWTH, `the heap grew by ${heap - settledHeap} bytes`);
    }
  }
  return { signatures: ways.size, corpusSize: corpus.length };
}

interface Setting {
  readonly model: string | null;
  readonly udp: boolean;
}

/** Returns the outcome of a frame without its numbers. */
function signatureOf(protocol: Protocol, frame: Uint8Array, setting: Setting): string {
  return protocol.kind === 'stream'
    ? streamSignature(protocol, frame, setting)
    : httpSignature(protocol, frame);
}

function streamSignature(protocol: StreamProtocol, bytes: Uint8Array, { model, udp }: Setting): string {
  const isUdp = udp && protocol.transports.includes('udp');
  const framer = protocol.createFramer();
  const cut = framer.push(bytes);
  assert.ok(framer.heldBytes <= STREAM_LIMIT_BYTES);
  let state = protocol.initialState();
  const outcome: string[] = [`${cut.length}`];
  for (const frame of [...cut.flatMap((one) => (one.ok ? [one.value] : [])).slice(0, 8), bytes]) {
    protocol.identify(frame, state, isUdp);
    protocol.reject(frame, state, isUdp);
    const answer = protocol.answerOf(frame, isUdp);
    const decoded = protocol.decode(frame, state, context({ model, options: udp ? OPTIONS : {} }, isUdp));
    if (decoded.ok) {
      ({ state } = decoded.value);
      outcome.push(summaryOf(decoded.value.records), decoded.value.reply ? 'r' : '', answer ? 'a' : '');
    } else
      outcome.push(decoded.error.code, 'detail' in decoded.error ? withoutNumbers(decoded.error.detail) : '');
  }
  return outcome.join('|');
}

function httpSignature(protocol: HttpProtocol, bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const isJson = text.startsWith('{');
  const request = {
    method: isJson ? 'POST' : 'GET',
    target: isJson ? '/' : text,
    contentType: isJson ? 'application/json' : null,
    body: isJson ? bytes : new Uint8Array(0),
  };
  protocol.identify(request);
  protocol.secretOf(request);
  protocol.reject(request);
  const decoded = protocol.decode(request, context());
  return decoded.ok ? summaryOf(decoded.value, kindsOf) : decoded.error.code;
}

/** Where a device names its attributes as it likes, a new name is nothing new. */
const kindsOf = (attributes: DeviceRecord['attributes']): string =>
  [...new Set(Object.values(attributes).map((value) => typeof value))].join();
const namesOf = (attributes: DeviceRecord['attributes']): string =>
  withoutNumbers(Object.keys(attributes).join());

function summaryOf(records: readonly DeviceRecord[], nameOf: typeof namesOf = namesOf): string {
  const summaries = new Set<string>();
  for (const record of records) {
    const bounded = boundRecord(record);
    if (bounded) requirePossible(bounded);
    const { fix, network, attributes } = record;
    summaries.add(`${fix?.valid ?? '-'} ${network ? 'n' : ''} ${nameOf(attributes)}`);
  }
  return `${Math.min(records.length, 3)}:${[...summaries].slice(0, 4).join(' / ')}`;
}

const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '#');

/** Written without the bounds under test. */
function requirePossible({ fix, deviceTime, attributes }: DeviceRecord): void {
  if (fix) {
    const { latitude, longitude, speed, course, altitude, accuracy, time } = fix;
    assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, 'place');
    assert.ok(speed >= 0 && speed <= 2000 && course >= 0 && course <= 360, 'speed or course');
    assert.ok(Math.abs(altitude) <= 100_000 && accuracy >= 0 && accuracy < 1e9, 'altitude or accuracy');
    assert.ok(Number.isFinite(new Date(time).getTime()) && time >= 0, 'time');
  }
  assert.ok(deviceTime === null || Number.isFinite(new Date(deviceTime).getTime()), 'device time');
  const entries = Object.entries(attributes);
  assert.ok(entries.length <= 257, 'attributes'); // The alarm may be one more.
  for (const [name, value] of entries) {
    assert.ok(name.length <= 64, 'name');
    if (typeof value === 'number') assert.ok(Math.abs(value) < 1e20, `${name} ${value}`);
    else assert.ok(typeof value === 'boolean' || typeof value === 'string', name);
    if (typeof value === 'string') assert.ok(value.isWellFormed() && !value.includes('\0'), name);
  }
}

type Next = (below: number) => number;

/** Small, quick and the same everywhere: mulberry32. */
function randomFrom(seed: number): Next {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Bytes that end fields, lengths at their edge, and all bits. */
const ODD = [0, 1, 0x7f, 0x80, 0xff, 0x0d, 0x0a, 0x23, 0x24, 0x2a, 0x2c, 0x2d, 0x2e, 0x3b, 0x65, 0x39];

function changed(corpus: readonly Uint8Array[], next: Next): Uint8Array {
  const bytes = [...(corpus[next(corpus.length)] ?? [])];
  for (let left = 1 + next(4); left > 0; left--) {
    const at = next(bytes.length + 1);
    const size = 1 + next(8);
    switch (next(6)) {
      case 0:
        bytes[at] = next(256);
        break;
      case 1:
        bytes[at] = ODD[next(ODD.length)] ?? 0;
        break;
      case 2:
        bytes.splice(at, size);
        break;
      case 3:
        bytes.splice(at, 0, ...bytes.slice(at, at + size));
        break;
      case 4: {
        const other = corpus[next(corpus.length)] ?? [];
        const from = next(other.length + 1);
        bytes.splice(at, size, ...other.slice(from, from + size * 4));
        break;
      }
      default:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << next(8));
    }
  }
  return Uint8Array.from(bytes.slice(0, LONGEST_FRAME));
}
