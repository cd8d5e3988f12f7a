import type { ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { only } from '../outcome.ts';
import type { DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';

const ABSOLUTE = 1;
const DELTA = 2;

/** Reads points of one a second, most of them encoded as differences of 40 bits. */
export function readCompressed(reader: ByteReader, draftOf: () => PendingRecord): readonly DeviceRecord[] {
  const last = draftOf();
  const records: DeviceRecord[] = [];
  let [speed, course, longitude, latitude, time] = [0, 0, 0, 0, 0];
  for (let left = reader.u16(); left > 0; left--) {
    const first = reader.u8();
    const kind = first >> 6;
    if (kind === ABSOLUTE) {
      const low = reader.u16();
      speed = ((first & 0x1f) << 7) | (low >> 9);
      course = low & 0x1ff;
      longitude = reader.i32();
      latitude = reader.i32();
      if (time === 0) time = reader.u32();
    } else if (kind === DELTA) {
      const low = reader.u32();
      speed += signed(((first & 0x1f) << 2) | (low >>> 30), 7);
      course += signed((low >>> 23) & 0x7f, 7);
      longitude += signed((low >>> 11) & 0xfff, 12);
      latitude += signed(low & 0x7ff, 11);
    }
    if (kind === ABSOLUTE || kind === DELTA) {
      const pendingRecord = new PendingRecord();
      const at = time * 1000;
      pendingRecord.deviceTime = at;
      pendingRecord.fix = {
        time: at,
        valid: true,
        latitude: latitude / 1e6,
        longitude: longitude / 1e6,
        altitude: 0,
        speed: knotsFromKmPerHour(speed / 10),
        course,
        accuracy: 0,
      };
      records.push(...only(pendingRecord));
      last.deviceTime = at;
      last.fix = pendingRecord.fix;
    }
    time++;
  }
  return records.length === 0 ? records : [...records.slice(0, -1), ...only(last)];
}

/** Two's complement of `bits` bits. */
const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits);
