import { ByteReader } from '@rastro/base';
import { utcMs } from '../instants.ts';
import type { DecodeContext } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { zonedMs } from '../wall-time.ts';
import { traitsOf, type ModelTraits } from './models.ts';

/** The standard keeps Chinese time; a zone configured for the device replaces it. */
const STANDARD_OFFSET_MS = 8 * 3_600_000;

/** A message body while it is read, and the record that it becomes. */
export class Reading {
  readonly bytes: Uint8Array;
  readonly reader: ByteReader;
  readonly pending: PendingRecord = new PendingRecord();
  readonly traits: ModelTraits;
  readonly context: DecodeContext;

  constructor(
    bytes: Uint8Array,
    context: DecodeContext,
    traits: ModelTraits = traitsOf(context.device.model),
  ) {
    this.bytes = bytes;
    this.reader = new ByteReader(bytes);
    this.context = context;
    this.traits = traits;
  }

  /** Another record of the same message. */
  part(bytes: Uint8Array): Reading {
    return new Reading(bytes, this.context, this.traits);
  }
  /** Six bytes of decimal digits, year first, in the zone of the device. */
  instant(): number {
    const { reader } = this;
    const date = [bcd(reader.u8()), bcd(reader.u8()), bcd(reader.u8())] as const;
    const clock = bcd(reader.u8()) * 3600 + bcd(reader.u8()) * 60 + bcd(reader.u8());
    return zonedMs(utcMs(date, clock), this.context.device.timeZone, STANDARD_OFFSET_MS);
  }
}

export const bcd = (byte: number): number => (byte >> 4) * 10 + (byte & 15);
