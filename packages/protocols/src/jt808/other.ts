import { OutOfBytesError } from '@rastro/base';
import type { DeviceRecord } from '../protocol.ts';
import { trimmed } from './item.ts';
import { attempt, readLocation } from './location.ts';
import type { Reading } from './reading.ts';

const GBK = new TextDecoder('gbk');
const UTF16 = new TextDecoder('utf-16be');

/** Reads a message into its one record. @returns false when there is nothing to store. */
export type Read = (reading: Reading) => boolean;

export const readHeartbeat: Read = ({ reader, pending }) => {
  if (reader.left < 3) return false;
  pending.set('batteryLevel', reader.u8());
  pending.set('rssi', reader.u8());
  pending.set('status', reader.u8());
  return true;
};

/** 0107: only the SIM is of interest. */
export const readProperties: Read = ({ reader, pending }) => {
  reader.skip(2 + 5 + 20 + 7);
  pending.set('iccid', reader.hex(10));
  return true;
};

export const readCommandAnswer: Read = ({ reader, pending }) => {
  const size = reader.u32();
  pending.set('result', trimmed(GBK.decode(reader.bytes(Math.min(size, reader.left)))));
  return true;
};

/** 1300. */
export const readWideText: Read = ({ reader, pending }) => {
  reader.skip(2);
  pending.set('result', trimmed(UTF16.decode(reader.bytes(reader.left))));
  return true;
};

/** 6006. */
export const readMessageText: Read = ({ reader, pending }) => {
  reader.skip(1);
  pending.set('result', trimmed(GBK.decode(reader.bytes(reader.left))));
  return true;
};

/** 0702: a driver's card was put in or taken out. */
export const readDriverCard: Read = (reading) => {
  const { reader, pending } = reading;
  pending.set('cardStatus', reader.u8());
  pending.deviceTime = reading.instant();
  attempt(() => {
    pending.set('cardResult', reader.u8());
    pending.set('driver', trimmed(GBK.decode(reader.bytes(reader.u8()))));
    pending.set('cardCode', trimmed(reader.text(20)));
    pending.set('cardAgency', trimmed(GBK.decode(reader.bytes(reader.u8()))));
    pending.set('cardValidity', reader.hex(4));
  });
  return true;
};

const SAMPLE_BYTES = 12;

/** 2070: time and acceleration, repeated. */
export const readAcceleration: Read = (reading) => {
  const { reader, pending } = reading;
  const triples: string[] = [];
  while (reader.left >= SAMPLE_BYTES) {
    pending.deviceTime = reading.instant();
    triples.push(`[${[reader.u16(), reader.u16(), reader.u16()].map(signMagnitude).join(',')}]`);
  }
  pending.set('gSensor', `[${triples.join(',')}]`);
  return true;
};

const signMagnitude = (word: number): number => (word & 0x8000 ? -(word & 0x7fff) : word);

/** 0704: stored or live locations, each with its length. */
export function readBatch(reading: Reading): readonly DeviceRecord[] {
  const { reader } = reading;
  const count = reader.u16();
  const stored = reader.u8() > 0;
  const records: DeviceRecord[] = [];
  for (let left = count; left > 0 && reader.left > 2; left--) {
    records.push(...readPart(reading.part(reader.bytes(reader.u16())), stored));
  }
  return records;
}

/** 0210: battery and time in seven bytes, else locations with a length of one byte. */
export function readShortBatch(reading: Reading): readonly DeviceRecord[] {
  const { reader, pending } = reading;
  if (reader.left === 7) {
    pending.set('batteryLevel', reader.u8());
    pending.deviceTime = reading.instant();
    return [pending.finish()].flatMap((record) => record ?? []);
  }
  const records: DeviceRecord[] = [];
  while (reader.left > 1) records.push(...readPart(reading.part(reader.bytes(reader.u8())), false));
  return records;
}

/** A part that is cut short is lost alone. */
function readPart(part: Reading, stored: boolean): readonly DeviceRecord[] {
  try {
    readLocation(part);
  } catch (error) {
    if (error instanceof OutOfBytesError) return [];
    throw error;
  }
  if (stored) part.pending.set('archive', true);
  return [part.pending.finish()].flatMap((record) => record ?? []);
}
