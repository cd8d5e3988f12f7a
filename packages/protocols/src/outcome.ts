import { fail, ok, OutOfBytesError, type Result } from '@rastro/base';
import { FieldError } from './fields.ts';
import type { Decoded, DecodeFailure, DeviceRecord } from './protocol.ts';
import type { PendingRecord } from './pending-record.ts';

export type Outcome<State> = Result<Decoded<State>, DecodeFailure>;

export const NO_RECORDS: readonly DeviceRecord[] = [];

/** Outcome of a frame that only has state, records and a reply. */
export function outcomeOf<State>(
  state: State,
  records: readonly DeviceRecord[] = NO_RECORDS,
  reply: Uint8Array | null = null,
): Outcome<State> {
  return ok({ state, records, reply, intact: true, media: null });
}

/** The one record of a message, or none when its coordinates are not on Earth. */
export function only(pendingRecord: PendingRecord): readonly DeviceRecord[] {
  const record = pendingRecord.finish();
  return record ? [record] : NO_RECORDS;
}

/** Runs a reader that throws where a message ends or does not match its layout. */
export function guarded<State>(read: () => Outcome<State>): Outcome<State> {
  try {
    return read();
  } catch (error) {
    if (error instanceof OutOfBytesError) return fail({ code: 'TRUNCATED', detail: error.message });
    if (error instanceof FieldError) return fail({ code: 'MALFORMED', detail: error.message });
    throw error;
  }
}

export const unsupported = (detail: string): Result<never, DecodeFailure> =>
  fail({ code: 'UNSUPPORTED', detail });
export const malformed = (detail: string): Result<never, DecodeFailure> =>
  fail({ code: 'MALFORMED', detail });
