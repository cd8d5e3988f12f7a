import { ByteReader, fail, ok, OutOfBytesError, type Result } from '@rastro/base';
import { crc16Ibm } from '../checksums.ts';
import type { DecodeContext, Decoded, DecodeFailure, DeviceRecord } from '../protocol.ts';
import { CODEC_16, CODEC_8, CODEC_8E, readAvlRecord } from './avl.ts';
import { takeCameraPayload } from './camera.ts';
import { imeiOf, isLogin, isPing, u16, u32 } from './frame.ts';
import { CODEC_GH3000, readGh3000Record } from './gh3000.ts';
import {
  CODEC_12,
  CODEC_13,
  CODEC_14,
  CODEC_15,
  readSerialPayload,
  serialRecord,
  TYPE_CAMERA,
} from './serial.ts';
import { withProfile, type TeltonikaState } from './state.ts';

type Outcome = Result<Decoded<TeltonikaState>, DecodeFailure>;

const ACCEPTED = Uint8Array.of(1);
const REJECTED = Uint8Array.of(0);
const NO_RECORDS: readonly DeviceRecord[] = [];
/** By their count, which is one byte: with every packet a new one would be memory of its own for the socket. */
const COUNT_REPLIES = Array.from({ length: 256 }, (_, count) => Uint8Array.of(0, 0, 0, count));

export function identify(frame: Uint8Array, _state: TeltonikaState, udp: boolean): readonly string[] {
  const imei = imeiOf(frame, udp);
  return imei === null ? [] : [imei];
}

/** A rejected login gets an answer; other frames of unknown devices get none. */
export function reject(frame: Uint8Array, _state: TeltonikaState, udp: boolean): Uint8Array | null {
  return !udp && isLogin(frame) ? REJECTED : null;
}

export function decode(frame: Uint8Array, state: TeltonikaState, context: DecodeContext): Outcome {
  try {
    if (context.udp) return decodeDatagram(frame, withProfile(state, context.device));
    if (isPing(frame)) return ok(quiet(state, null));
    if (isLogin(frame)) return ok(quiet(withProfile(state, context.device), ACCEPTED));
    return decodePacket(frame, withProfile(state, context.device));
  } catch (error) {
    if (error instanceof OutOfBytesError) return fail({ code: 'TRUNCATED', detail: error.message });
    throw error;
  }
}

function decodePacket(frame: Uint8Array, state: TeltonikaState): Outcome {
  const dataEnd = frame.length - 4;
  if (dataEnd < 10 || u32(frame, 4) + 12 !== frame.length) {
    return fail({ code: 'MALFORMED', detail: 'length does not match' });
  }
  const decoded = decodeData(frame, { from: 8, to: dataEnd }, state);
  if (!decoded.ok) return decoded;
  const intact = crc16Ibm(frame, 8, dataEnd) === u32(frame, dataEnd);
  const { acknowledged } = decoded.value;
  const reply = decoded.value.reply ?? (acknowledged === null ? null : (COUNT_REPLIES[acknowledged] ?? null));
  return ok({ ...decoded.value.rest, reply, intact });
}

function decodeDatagram(frame: Uint8Array, state: TeltonikaState): Outcome {
  if (frame.length < 8) return fail({ code: 'TRUNCATED', detail: 'datagram header' });
  const decoded = decodeData(frame, { from: 8 + u16(frame, 6), to: frame.length }, state);
  if (!decoded.ok) return decoded;
  const { acknowledged } = decoded.value;
  // The packet id is echoed: the documentation of devices requires it.
  const reply =
    acknowledged === null
      ? decoded.value.reply
      : Uint8Array.of(0, 5, frame[2] ?? 0, frame[3] ?? 0, 1, frame[5] ?? 0, acknowledged);
  return ok({ ...decoded.value.rest, reply, intact: true });
}

interface DecodedData {
  readonly rest: Pick<Decoded<TeltonikaState>, 'state' | 'records' | 'media'>;
  /** Records to acknowledge; null = the codec has no acknowledgement. */
  readonly acknowledged: number | null;
  readonly reply: Uint8Array | null;
}

function decodeData(
  frame: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  state: TeltonikaState,
): Result<DecodedData, DecodeFailure> {
  const reader = new ByteReader(to < frame.length ? frame.subarray(0, to) : frame);
  reader.skip(from);
  const codec = reader.u8();
  const count = reader.u8();
  switch (codec) {
    case CODEC_8:
    case CODEC_8E:
    case CODEC_16:
    case CODEC_GH3000: {
      const { traits, table, home, wideGroup } = state;
      const layout = { codec, traits, table, home, wideGroup };
      const records: DeviceRecord[] = [];
      for (let left = count; left > 0; left--) {
        const record =
          codec === CODEC_GH3000 ? readGh3000Record(reader, home) : readAvlRecord(reader, frame, layout);
        if (record) records.push(record);
      }
      return ok({ rest: { state, records, media: null }, acknowledged: count, reply: null });
    }
    case CODEC_12:
    case CODEC_13:
    case CODEC_14:
    case CODEC_15:
      return ok(decodeSerial(reader, { codec, count, state }));
    default:
      return fail({ code: 'UNSUPPORTED', detail: `codec ${codec}` });
  }
}

interface SerialPacket {
  readonly codec: number;
  readonly count: number;
  readonly state: TeltonikaState;
}

function decodeSerial(reader: ByteReader, { codec, count, state }: SerialPacket): DecodedData {
  const records: DeviceRecord[] = [];
  let { photo } = state;
  let media = null;
  let reply = null;
  for (let left = count; left > 0; left--) {
    const payload = readSerialPayload(reader, codec);
    if (codec === CODEC_12 && payload.type === TYPE_CAMERA) {
      ({ photo, media, request: reply } = takeCameraPayload(photo, payload.payload));
      if (media) records.push({ deviceTime: null, fix: null, network: null, attributes: {} });
      continue;
    }
    const record = serialRecord(codec, payload);
    if (record) records.push(record);
  }
  const next = photo === state.photo ? state : { ...state, photo };
  return { rest: { state: next, records, media }, acknowledged: null, reply };
}

function quiet(state: TeltonikaState, reply: Uint8Array | null): Decoded<TeltonikaState> {
  return { state, records: NO_RECORDS, reply, intact: true, media: null };
}
