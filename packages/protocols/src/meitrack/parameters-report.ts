import { ByteReader } from '@rastro/base';
import { knots, knotsFromKmPerHour, type Knots } from '@rastro/fleet';
import { hexOf } from '../hex.ts';
import { only } from '../outcome.ts';
import type { DeviceRecord } from '../protocol.ts';
import { macFromHex, PendingRecord } from '../pending-record.ts';
import { EPOCH_S } from './batch.ts';
import { NAMED } from './parameter-ids.ts';

const WIDE_ID = 0xfe;
const GROUP_SIZES = [1, 2, 4] as const;
const HOUR_STEP_MS = 60_000;

/** A record under construction: the parts of its place come as parameters of their own. */
class PendingParameterRecord extends PendingRecord {
  latitude: number | null = null;
  longitude: number | null = null;
  time: number | null = null;
  valid = false;
  speed: Knots = knots(0);
  course = 0;
  altitude = 0;

  complete(): readonly DeviceRecord[] {
    const { latitude, longitude, time, valid, speed, course, altitude } = this;
    this.deviceTime = time;
    if (latitude !== null && longitude !== null && time !== null) {
      this.fix = { time, valid, latitude, longitude, altitude, speed, course, accuracy: 0 };
    }
    return only(this);
  }
}

/** CCE: records of parameters in groups of 1, 2, 4 and any number of bytes, little-endian. */
export function readParameterReport(content: Uint8Array): readonly DeviceRecord[] {
  const reader = new ByteReader(content);
  reader.skip(4); // records still stored
  const records: DeviceRecord[] = [];
  for (let left = reader.u16le(); left > 0; left--) {
    const bytes = reader.bytes(reader.u16le());
    records.push(...readRecord(new ByteReader(bytes)));
  }
  return records;
}

function readRecord(reader: ByteReader): readonly DeviceRecord[] {
  const pendingParameterRecord = new PendingParameterRecord();
  reader.skip(2); // index
  for (const size of GROUP_SIZES) {
    for (let left = reader.u8(); left > 0; left--)
      takeNumber(pendingParameterRecord, readId(reader), reader, size);
  }
  for (let left = reader.left > 0 ? reader.u8() : 0; left > 0; left--) {
    const id = readId(reader);
    takeBytes(pendingParameterRecord, id, new ByteReader(reader.bytes(reader.u8())));
  }
  return pendingParameterRecord.complete();
}

function readId(reader: ByteReader): number {
  const id = reader.u8();
  return id === WIDE_ID ? (WIDE_ID << 8) | reader.u8() : id;
}

function takeNumber(
  pendingParameterRecord: PendingParameterRecord,
  id: number,
  reader: ByteReader,
  size: 1 | 2 | 4,
): void {
  const value = size === 1 ? reader.u8() : size === 2 ? reader.u16le() : reader.u32le();
  if (!takePlace(pendingParameterRecord, id, value)) takeNamed(pendingParameterRecord, id, value);
}

const signed32 = (value: number): number => value | 0;
const signed16 = (value: number): number => (value << 16) >> 16;

function takePlace(pendingParameterRecord: PendingParameterRecord, id: number, value: number): boolean {
  switch (id) {
    case 0x02:
      pendingParameterRecord.latitude = signed32(value) / 1e6;
      return true;
    case 0x03:
      pendingParameterRecord.longitude = signed32(value) / 1e6;
      return true;
    case 0x04:
      pendingParameterRecord.time = (EPOCH_S + value) * 1000;
      return true;
    case 0x05:
      pendingParameterRecord.valid = value > 0;
      return true;
    case 0x08:
      pendingParameterRecord.speed = knotsFromKmPerHour(value);
      return true;
    case 0x09:
      pendingParameterRecord.course = value;
      return true;
    case 0x0b:
      pendingParameterRecord.altitude = signed16(value);
      return true;
    default:
      return false;
  }
}

function takeNamed(pendingParameterRecord: PendingParameterRecord, id: number, value: number): void {
  if (id === 0x25) pendingParameterRecord.set('driverUniqueId', String(value));
  else if (id === 0x47) pendingParameterRecord.set('lock', value > 0 ? value === 2 : null);
  else if (id === 0xfef4) pendingParameterRecord.set('hours', value * HOUR_STEP_MS);
  else {
    const named = NAMED.get(id);
    if (named) pendingParameterRecord.set(named[0], value / named[1]);
  }
}

const CELLS: readonly number[] = [0x0e, 0x0f, 0x10, 0x12, 0x13];

function takeBytes(pendingParameterRecord: PendingParameterRecord, id: number, reader: ByteReader): void {
  if (CELLS.includes(id)) takeCell(pendingParameterRecord, reader);
  else if (id >= 0x1d && id <= 0x25) {
    if (reader.left >= 8)
      pendingParameterRecord.wifi(macFromHex(hexOf(reader.bytes(6), 0, 6)), signed16(reader.u16le()));
  } else if (id >= 0x2a && id <= 0x31) {
    if (reader.left < 3) return;
    reader.skip(1); // label
    pendingParameterRecord.set(`temp${id - 0x2a}`, signed16(reader.u16le()) / 100);
  } else if (id === 0xfe31) takeMedia(pendingParameterRecord, reader);
  else if (id === 0xfe73) takeTag(pendingParameterRecord, reader);
  else if (id === 0xfea8) takeBatteries(pendingParameterRecord, reader);
}

function takeCell(pendingParameterRecord: PendingParameterRecord, reader: ByteReader): void {
  if (reader.left < 12) return;
  const mcc = reader.u16le();
  const mnc = reader.u16le();
  const lac = reader.u16le();
  const cellId = reader.u32le();
  pendingParameterRecord.tower({ mcc, mnc, lac, cellId, signal: signed16(reader.u16le()) });
}

function takeMedia(pendingParameterRecord: PendingParameterRecord, reader: ByteReader): void {
  if (reader.left < 2) return;
  const size = reader.left;
  const protocol = reader.u8();
  const type = reader.u8();
  if (protocol === 1 || protocol === 2) pendingParameterRecord.set('alarmType', type);
  if (protocol === 2 && size > 3 && pendingParameterRecord.time !== null) {
    const day = new Date(pendingParameterRecord.time).toISOString().slice(0, 10);
    pendingParameterRecord.set('image', `${day}/${reader.text(reader.left).replaceAll('\0', '').trim()}`);
  }
}

function takeTag(pendingParameterRecord: PendingParameterRecord, reader: ByteReader): void {
  if (reader.left < 2) return;
  reader.skip(1); // version
  const size = reader.u8();
  if (reader.left < size + 11) return;
  pendingParameterRecord.set('tagName', reader.text(size));
  reader.skip(6); // address
  pendingParameterRecord.set('tagBattery', reader.u8());
  pendingParameterRecord.set('tagTemp', signed16(reader.u16le()) / 256);
  pendingParameterRecord.set('tagHumidity', signed16(reader.u16le()) / 256);
}

function takeBatteries(pendingParameterRecord: PendingParameterRecord, reader: ByteReader): void {
  for (const name of ['batteryLevel', 'battery2Level', 'battery3Level']) {
    if (reader.left < 2) return;
    const present = reader.u8() > 0;
    const value = reader.u8();
    if (present) pendingParameterRecord.set(name, value);
  }
}
