import { cameraAlarm } from './alarms.ts';
import { readCard, readDate, readGps, readLocation, readText, readUnsigned } from './blocks.ts';
import type { Reading } from './reading.ts';
import { readTower } from './tower.ts';

/** Type 13 with 16 bytes of content. */
export function readLongHeartbeat({ reader, pending }: Reading): void {
  reader.skip(5); // information, satellites, alarm, language
  pending.set('batteryLevel', reader.u8());
  reader.skip(8); // mode, voltage, reserved, times, time
  const temperature = reader.u16();
  const degrees = (temperature & 0x7fff) / 10;
  pending.set('temp1', temperature & 0x8000 ? degrees : -degrees);
}

/** Type 23. */
export function readHeartbeat({ reader, pending }: Reading): void {
  const status = reader.u8();
  pending.set('armed', (status & 1) !== 0);
  pending.set('ignition', (status & 2) !== 0);
  pending.set('charge', (status & 4) !== 0);
  if (reader.left >= 2) pending.set('battery', reader.u16() / 100);
  if (reader.left >= 1) pending.set('rssi', reader.u8());
}

/** Type 61: a driver's card with the place where it was shown. */
export function readDriver(reading: Reading): void {
  const { reader, pending } = reading;
  reader.skip(8); // IMEI
  readGps(reading);
  readTower(reading, false);
  pending.set('driverUniqueId', String(readUnsigned(reader, 6)));
}

/** Type 36 of the TRX-16I. */
export function readTrx16i(reading: Reading): void {
  const { reader, pending } = reading;
  readGps(reading);
  readTower(reading, false);
  pending.set('ignition', reader.u8() > 0);
  pending.set('uploadMode', reader.u8());
  pending.set('archive', reader.u8() > 0);
  pending.set('odometer', reader.u32());
  pending.set('power', reader.u16() / 100);
  pending.set('battery', reader.u8() / 10);
  pending.set('hours', reader.u24() * 60_000);
  pending.set('driverUniqueId', readCard(reader, 8));
}

/** Type 24 of the SR411 Mini. */
export function readSr411(reading: Reading): void {
  const { reader, pending } = reading;
  readGps(reading);
  readTower(reading, false);
  pending.set('ignition', reader.u8() > 0);
  pending.set('power', reader.u16() / 100);
  pending.set('battery', reader.u16() / 100);
}

/** Type 34 of the X1. */
export function readX1(reading: Reading): void {
  const { reader, pending } = reading;
  reader.skip(4); // alarm
  readGps(reading);
  reader.skip(2);
  pending.set('odometer', reader.u32());
  const mcc = reader.u16();
  const mnc = reader.u8();
  const lac = reader.u16();
  pending.tower({ mcc, mnc, lac, cellId: reader.u32(), signal: null });
  const driver = reader.u32();
  pending.set('driverUniqueId', driver > 0 ? String(driver) : null);
  pending.set('battery', reader.u16() / 100);
  pending.set('power', reader.u16() / 100);
  const ports = reader.u32();
  pending.set('input', reader.u8());
  pending.set('output', reader.u8());
  const count = (ports >>> 20) & 15;
  for (let index = 1; index <= count; index++) pending.set(`adc${index}`, reader.u16() / 100);
}

/** Type 38. */
export function readGpsWithRadio(reading: Reading): void {
  const { reader, pending } = reading;
  readGps(reading);
  reader.skip(1); // mode
  pending.set('archive', reader.u8() > 0 ? true : null);
  if (reader.left > 0) readTower(reading, false);
}

/** Type B2: a Bluetooth tag. */
export function readTagReport(reading: Reading): void {
  const { reader, pending } = reading;
  pending.deviceTime = readDate(reading);
  pending.set('rssi', reader.i8());
  pending.set('tagMac', reader.hex(6));
  pending.set('tagUuid', reader.hex(16));
  pending.set('tagMajor', reader.u16());
  pending.set('tagMinor', reader.u16());
  pending.set('tagBattery', reader.u16() / 100);
  pending.set('clock', (reader.u8() >> 2) & 15);
}

const AZ735_ALARMS: ReadonlyMap<number, string> = new Map([
  [0xa2, 'lowBattery'],
  [0xa3, 'lowBattery'],
  [0xa4, 'general'],
  [0xa5, 'door'],
]);

/** Types 32 and 33 in an extended frame: AZ735. */
export function readAz735(reading: Reading): void {
  const { reader, pending } = reading;
  const time = readDate(reading);
  pending.deviceTime = time;
  if (reader.u8() > 0) readLocation(reading, time);
  if (readTower(reading, true)) pending.set('rssi', reader.u8());
  reader.skip(reader.u8()); // further towers
  reader.skip(reader.u8()); // access points
  const status = reader.u8();
  pending.set('status', status);
  if (reading.type !== 0x33) return;
  if (status === 0xa0 || status === 0xa1) pending.set('armed', status === 0xa0);
  pending.alarm(AZ735_ALARMS.get(status) ?? null);
}

/** Type 95: JC100 and JC400 cameras. */
export function readCameraAlarm(reading: Reading): void {
  const { reader, pending } = reading;
  const jc400 = reading.variant === 'JC400';
  const hasPosition = reader.left > 7;
  if (jc400) reader.skip(3); // mark, version
  if (hasPosition) readGps(reading, { satellites: jc400, speed: jc400 ? 'word after flags' : 'none' });
  else pending.deviceTime = readDate(reading);
  if (jc400) pending.set('power', reader.u16() / 10);
  const event = reader.u8();
  pending.set('event', event);
  pending.alarm(cameraAlarm(event, hasPosition));
  if (reader.left < 2) return;
  pending.set('eventData', reader.u16());
  pending.set('eventFiles', readText(reader, reader.left));
}

const OBD_NAMES: ReadonlyMap<number, string> = new Map([
  [40, 'odometer'],
  [43, 'fuel'],
  [45, 'coolantTemp'],
  [53, 'obdSpeed'],
  [54, 'rpm'],
  [71, 'fuelUsed'],
  [73, 'hours'],
]);
const OBD_VIN = 74;

/** Type 8C: `XXhh=VVVV,…`, all hexadecimal. The text ends 12 bytes before the serial number. */
export function readObd(reading: Reading): void {
  const { reader, pending } = reading;
  pending.deviceTime = readDate(reading);
  pending.set('ignition', reader.u8() > 0);
  for (const pair of readText(reader, Math.max(0, reader.left - 12)).split(',')) {
    const [key = '', value = ''] = pair.split('=');
    const id = parseInt(key.slice(0, 2), 16);
    const name = OBD_NAMES.get(id);
    if (name !== undefined) pending.set(name, parseInt(value, 16) / 100);
    else if (id === OBD_VIN) pending.set('vin', value);
  }
}
