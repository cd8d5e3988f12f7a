import { readCard, readDate, readGps } from './blocks.ts';
import type { Layout } from './layouts.ts';
import type { Reading } from './reading.ts';
import { readStatus } from './status.ts';
import { readVariantTail } from './variant-tails.ts';
import { readTower } from './tower.ts';

/** Reads a location, heartbeat or alarm: blocks first, then what the type, maker or model adds, in this order. */
export function readGeneral(reading: Reading, layout: Layout): void {
  reading.pending.set('type', reading.type);
  readPrefix(reading);
  if (layout.gps) readGps(reading);
  if (layout.tower !== 'none' && reading.reader.left > 0) readTower(reading, layout.tower === 'with length');
  if (layout.status) readStatus(reading);
  readRfid(reading);
  readAltitude(reading);
  readStatusModules(reading);
  readLw4g(reading);
  readVariantTail(reading);
  readUpload(reading);
  readLocationModules(reading);
  readNtCounters(reading);
  readTail(reading);
  if (reading.type === 0x27 || reading.type === 0xa4) reading.pending.set('geofence', reading.reader.u8());
}

const IMEI_BYTES = 8;

function readPrefix(reading: Reading): void {
  const { reader, pending } = reading;
  if (reading.type === 0x12 && reading.traits.qh302r) reader.skip(IMEI_BYTES);
  if (!reading.ntLocation) return;
  reader.skip(1 + IMEI_BYTES); // location source
  pending.deviceTime = readDate(reading);
}

function readRfid({ reader, pending, variant, type }: Reading): void {
  if (variant === 'RFID') {
    pending.set('driverUniqueId', reader.hex(8));
    reader.skip(1); // validity
  }
  if (variant === 'TRX16I' && type === 0x16) {
    reader.skip(1); // language
    pending.set('driverUniqueId', readCard(reader, 8));
  }
}

/** Only where a 32 has it; 31 carries it behind its mileage. */
function readAltitude({ reader, pending, variant, type }: Reading): void {
  if (variant !== 'SL4X' || type !== 0x32 || reader.left < 2 || !pending.fix) return;
  pending.fix = { ...pending.fix, altitude: reader.i16() };
}

/** Types 36 and 39: id, length, data. */
function readStatusModules({ reader, pending, type }: Reading): void {
  if (type !== 0x36 && type !== 0x39) return;
  while (reader.left >= 3) {
    const id = reader.u16();
    const size = reader.u8();
    if (id === 0x18 && size === 2) pending.set('battery', reader.u16() / 100);
    else if (id === 0x32 && size === 1) pending.set('startupStatus', reader.u8());
    else if (id === 0x6a && size === 1) pending.set('batteryLevel', reader.u8());
    else reader.skip(size);
  }
}

function readLw4g({ reader, pending, type }: Reading): void {
  if (type !== 0xa2) return;
  pending.set('odometer', reader.u32());
  pending.set('hours', reader.u32() * 1000);
  reader.skip(8); // terminal id
  pending.set('input', reader.u16());
}

const UPLOAD_TYPES = new Set([0x22, 0x2d, 0x31, 0x37]);

/** Ignition, why the unit reported, and whether it does so again. */
function readUpload({ reader, pending, type, variant, ntLocation }: Reading): void {
  if (!UPLOAD_TYPES.has(type) || ntLocation || reader.left < 3) return;
  pending.set('ignition', reader.u8() > 0);
  pending.set('event', reader.u8());
  pending.set('archive', reader.u8() > 0);
  if (variant !== 'SL4X') return;
  if (reader.left > 2) pending.set('odometer', reader.u32());
  if (reader.left >= 2 && pending.fix) pending.fix = { ...pending.fix, altitude: reader.i16() };
}

/** Type 37: id, length, data. */
function readLocationModules({ reader, pending, type }: Reading): void {
  if (type !== 0x37) return;
  while (reader.left >= 3) {
    const id = reader.u16();
    const size = reader.u8();
    if (id === 0x27 && size === 2) pending.set('power', reader.u16() / 100);
    else if (id === 0x2e && size === 4) pending.set('odometer', reader.u32());
    else if (id === 0x3b && size === 2 && pending.fix)
      pending.fix = { ...pending.fix, accuracy: reader.u16() / 100 };
    else reader.skip(size);
  }
}

function readNtCounters({ reader, pending, type, ntLocation }: Reading): void {
  if (!ntLocation) return;
  pending.set('odometer', reader.u24());
  pending.set('hours', reader.u24() * 60_000);
  if (type !== 0x25) return;
  const size = reader.u8();
  if (size === 0) return;
  reader.skip(1); // kind of card
  pending.set('driverUniqueId', reader.hex(size - 1));
}

/** Reads ignition and mileage at the end of a 12; only the number of bytes left tells whether they are there. */
function readTail({ reader, pending }: Reading): void {
  if (reader.left === 3 || reader.left === 7) {
    pending.set('ignition', reader.u8() > 0);
    reader.skip(1); // upload mode
    if (reader.u8() > 0) pending.set('archive', true);
  }
  if (reader.left === 4) pending.set('odometer', reader.u32());
}
