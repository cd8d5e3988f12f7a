import { copyOf } from '../copy.ts';
import { ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { asciiOf } from '../ascii.ts';
import { malformed, outcomeOf, type Outcome } from '../outcome.ts';
import type { DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import type { SuntechState } from './state.ts';
import { readBinaryInstant } from './universal-binary.ts';

const SEMICOLON = 0x3b;
const CR = 0x0d;
const CLOSING_BYTES = 3;
const MAX_BYTES = 16 * 1024;
const SECONDS = [-3, -2, -1, 1] as const;
const TRIPLES = 100;

/** `CRR;id;n;total;` and a part of the binary report; the last part makes four positions. */
export function decodeCrashPart(frame: Uint8Array, state: SuntechState): Outcome<SuntechState> {
  let at = 0;
  for (let left = 4; left > 0; left--) {
    at = frame.indexOf(SEMICOLON, at) + 1;
    if (at === 0) return malformed('crash report header');
  }
  const [, , number = 0, total = 0] = asciiOf(frame, 0, at).split(';').map(Number);
  const end = frame.at(-1) === CR ? frame.length - 1 : frame.length;
  const part = copyOf(frame, at, Math.max(at, end - CLOSING_BYTES));
  const before = number === 1 ? { total, parts: [], bytes: 0 } : state.crash;
  if (!before || before.parts.length !== number - 1 || before.bytes + part.length > MAX_BYTES) {
    return outcomeOf({ ...state, crash: null });
  }
  const parts = [...before.parts, part];
  if (number < total)
    return outcomeOf({ ...state, crash: { total, parts, bytes: before.bytes + part.length } });
  return outcomeOf({ ...state, crash: null }, readCrash(Uint8Array.from(parts.flatMap((one) => [...one]))));
}

function readCrash(bytes: Uint8Array): readonly DeviceRecord[] {
  const reader = new ByteReader(bytes);
  const crashed = readBinaryInstant(reader, null);
  const records: DeviceRecord[] = [];
  for (const second of SECONDS) {
    const pendingRecord = new PendingRecord();
    const time = crashed + second * 1000;
    const latitude = reader.i32le() / 1e7;
    const longitude = reader.i32le() / 1e7;
    const speed = knotsFromKmPerHour(reader.u16() / 100);
    const course = reader.u16() / 100;
    pendingRecord.deviceTime = time;
    pendingRecord.fix = { time, valid: true, latitude, longitude, altitude: 0, speed, course, accuracy: 0 };
    pendingRecord.set('gSensor', readAcceleration(reader));
    const record = pendingRecord.finish();
    if (record) records.push(record);
  }
  return records;
}

function readAcceleration(reader: ByteReader): string {
  const triples: string[] = [];
  for (let left = TRIPLES; left > 0; left--) {
    triples.push(`[${signed(reader.u16le())},${signed(reader.u16le())},${signed(reader.u16le())}]`);
  }
  return `[${triples.join(',')}]`;
}

const signed = (word: number): number => (word << 16) >> 16;
