import { ByteReader, ok } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { guarded, malformed, NO_RECORDS, only, type Outcome } from '../outcome.ts';
import type { DecodeContext, DeviceMedia, DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { takeFilePart } from './file.ts';
import { checksumAgrees, COMMAND_AT, PAYLOAD_AT, u16 } from './frame.ts';
import { writePacket } from './packet.ts';
import { readRecords } from './records.ts';
import type { RuptelaState } from './state.ts';

const RECORDS = 1;
const EXTENDED_RECORDS = 68;
const TROUBLE_CODES = 9;
const IDENTIFICATION = 15;
const HEARTBEAT = 16;
const SET_IO_ANSWER = 17;
const FILES = 37;
/** Answers to configuration, version, firmware and SMS commands. */
const TEXT_ANSWERS: readonly number[] = [2, 3, 4, 7];
const STORED = 2;

/** Positive answers: 100 + the command, 01. */
const ACCEPTED_RECORDS = writePacket(100, [1]);
const ACCEPTED_CODES = writePacket(109, [1]);
const IDENTIFIED = writePacket(115, [1]);
const ALIVE = writePacket(116, [1]);

interface PacketResult {
  readonly records?: readonly DeviceRecord[];
  readonly reply?: Uint8Array | null;
  readonly state?: RuptelaState;
  readonly media?: DeviceMedia | null;
}

export function decode(
  frame: Uint8Array,
  state: RuptelaState,
  _context: DecodeContext,
): Outcome<RuptelaState> {
  if (frame.length < PAYLOAD_AT + 2 || u16(frame, 0) + 4 !== frame.length) return malformed('length');
  return guarded(() => {
    const packetResult = read(frame, state);
    return ok({
      state: packetResult.state ?? state,
      records: packetResult.records ?? NO_RECORDS,
      reply: packetResult.reply ?? null,
      intact: checksumAgrees(frame),
      media: packetResult.media ?? null,
    });
  });
}

function read(frame: Uint8Array, state: RuptelaState): PacketResult {
  const command = frame[COMMAND_AT] ?? 0;
  const reader = new ByteReader(frame.subarray(0, frame.length - 2));
  reader.skip(PAYLOAD_AT);
  switch (command) {
    case RECORDS:
    case EXTENDED_RECORDS:
      return { records: readRecords(reader, frame, command === EXTENDED_RECORDS), reply: ACCEPTED_RECORDS };
    case TROUBLE_CODES:
      return { records: readTroubleCodes(reader), reply: ACCEPTED_CODES };
    case IDENTIFICATION:
      return { reply: IDENTIFIED };
    case HEARTBEAT:
      return { reply: ALIVE };
    case SET_IO_ANSWER:
      return { records: answer(command, String(reader.u8())) };
    case FILES:
      return takeFilePart(reader, state);
    default:
      return TEXT_ANSWERS.includes(command)
        ? { records: answer(command, reader.text(reader.left).trim()) }
        : {};
  }
}

function answer(type: number, result: string): readonly DeviceRecord[] {
  const pendingRecord = new PendingRecord();
  pendingRecord.set('type', type);
  pendingRecord.set('result', result);
  return only(pendingRecord);
}

function readTroubleCodes(reader: ByteReader): readonly DeviceRecord[] {
  const records: DeviceRecord[] = [];
  for (let left = reader.u8(); left > 0; left--) {
    const pendingRecord = new PendingRecord();
    reader.skip(1);
    const time = reader.u32() * 1000;
    const longitude = reader.i32() / 1e7;
    const latitude = reader.i32() / 1e7;
    pendingRecord.deviceTime = time;
    pendingRecord.fix = {
      time,
      valid: true,
      latitude,
      longitude,
      altitude: 0,
      speed: knots(0),
      course: 0,
      accuracy: 0,
    };
    if (reader.u8() === STORED) pendingRecord.set('archive', true);
    pendingRecord.set('dtcs', reader.text(5));
    records.push(...only(pendingRecord));
  }
  return records;
}
