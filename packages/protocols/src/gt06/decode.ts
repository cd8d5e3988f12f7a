import { fail, ok, OutOfBytesError, type Result } from '@rastro/base';
import type { DecodeContext, Decoded, DecodeFailure, DeviceRecord } from '../protocol.ts';
import { checksumAgrees } from './frame.ts';
import { handlerOf, type Handler } from './handlers.ts';
import { LOGIN, loginIdentifiers, loginZoneMs } from './login.ts';
import { isBare, isBareGps, isBareWifi, openMessage } from './message.ts';
import { Reading } from './reading.ts';
import { acknowledge } from './reply.ts';
import { withProfile, type Gt06State } from './state.ts';

const NO_RECORDS: readonly DeviceRecord[] = [];

export function identify(frame: Uint8Array): readonly string[] {
  const message = openMessage(frame);
  return message.ok && message.value.type === LOGIN ? loginIdentifiers(message.value) : [];
}

/** An unknown device gets no answer: it retries later by itself. */
export const reject = (): null => null;

export function decode(
  frame: Uint8Array,
  state: Gt06State,
  context: DecodeContext,
): Result<Decoded<Gt06State>, DecodeFailure> {
  const opened = openMessage(frame);
  if (!opened.ok) return opened;
  const message = opened.value;
  const current = withProfile(state, context.device);
  if (message.type === LOGIN) {
    const next = { ...current, zoneOffsetMs: loginZoneMs(message) };
    const intact = isBare(frame) || checksumAgrees(frame, 0, frame.length);
    return ok({ state: next, records: NO_RECORDS, reply: acknowledge(message), intact, media: null });
  }
  const reading = new Reading(message, current, context);
  const handler = handlerOf(reading);
  const read = readAll(handler, reading);
  if (!read.ok) return read;
  const { reply, record } = read.value;
  const { photo, media } = reading;
  return ok({
    state: photo === current.photo ? current : { ...current, photo },
    records: record ? [record] : NO_RECORDS,
    reply,
    intact:
      (isBareWifi(message) && reading.variant !== 'RFID') ||
      isBareGps(frame, message.type) ||
      isBare(frame) ||
      checksumAgrees(frame, 0, frame.length),
    media,
  });
}

interface ReadMessage {
  readonly record: DeviceRecord | null;
  readonly reply: Uint8Array | null;
}

/** Where fields run out, what was read until then counts, if it has the position it needs. */
function readAll(handler: Handler, reading: Reading): Result<ReadMessage, DecodeFailure> {
  try {
    const worthKeeping = handler.read(reading) !== false;
    const reply = handler.reply(reading);
    return ok({ record: worthKeeping ? reading.pending.finish() : null, reply });
  } catch (error) {
    if (!(error instanceof OutOfBytesError)) throw error;
    const { pending } = reading;
    if (pending.isEmpty || (handler.needsFix && !pending.fix)) {
      return fail({ code: 'TRUNCATED', detail: error.message });
    }
    return ok({ record: pending.finish(), reply: handler.reply(reading) });
  }
}
