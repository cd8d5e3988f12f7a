import { cameraAlarm } from './alarms.ts';
import { readCard, readDate, readGps, readLocation, readText, readUnsigned } from './blocks.ts';
import type { Reading } from './reading.ts';
import { readTower } from './tower.ts';

/** Type 13 with 16 bytes of content. */
export function readLongHeartbeat({ reader, draft }: Reading): void {
  reader.skip(5); // information, satellites, alarm, language
  draft.set('batteryLevel', reader.u8());
  reader.skip(8); // mode, voltage, reserved, times, time
  const temperature = reader.u16();
  const degrees = (temperature & 0x7fff) / 10;
  draft.set('temp1', temperature & 0x8000 ? degrees : -degrees);
}

/** Type 23. */
export function readHeartbeat({ reader, draft }: Reading): void {
  const status = reader.u8();
  draft.set('armed', (status & 1) !== 0);
  draft.set('ignition', (status & 2) !== 0);
  draft.set('charge', (status & 4) !== 0);
  if (reader.left >= 2) draft.set('battery', reader.u16() / 100);
  if (reader.left >= 1) draft.set('rssi', reader.u8());
}

/** Type 61: a driver's card with the place where it was shown. */
export function readDriver(reading: Reading): void {
  const { reader, draft } = reading;
  reader.skip(8); // IMEI
  readGps(reading);
  readTower(reading, false);
  draft.set('driverUniqueId', String(readUnsigned(reader, 6)));
}

/** Type 36 of the TRX-16I. */
export function readTrx16i(reading: Reading): void {
  const { reader, draft } = reading;
  readGps(reading);
  readTower(reading, false);
  draft.set('ignition', reader.u8() > 0);
  draft.set('uploadMode', reader.u8());
  draft.set('archive', reader.u8() > 0);
  draft.set('odometer', reader.u32());
  draft.set('power', reader.u16() / 100);
  draft.set('battery', reader.u8() / 10);
  draft.set('hours', reader.u24() * 60_000);
  draft.set('driverUniqueId', readCard(reader, 8));
}

/** Type 24 of the SR411 Mini. */
export function readSr411(reading: Reading): void {
  const { reader, draft } = reading;
  readGps(reading);
  readTower(reading, false);
  draft.set('ignition', reader.u8() > 0);
  draft.set('power', reader.u16() / 100);
  draft.set('battery', reader.u16() / 100);
}

/** Type 34 of the X1. */
export function readX1(reading: Reading): void {
  const { reader, draft } = reading;
  reader.skip(4); // alarm
  readGps(reading);
  reader.skip(2);
  draft.set('odometer', reader.u32());
  const mcc = reader.u16();
  const mnc = reader.u8();
  const lac = reader.u16();
  draft.tower({ mcc, mnc, lac, cellId: reader.u32(), signal: null });
  const driver = reader.u32();
  draft.set('driverUniqueId', driver > 0 ? String(driver) : null);
  draft.set('battery', reader.u16() / 100);
  draft.set('power', reader.u16() / 100);
  const ports = reader.u32();
  draft.set('input', reader.u8());
  draft.set('output', reader.u8());
  const count = (ports >>> 20) & 15;
  for (let index = 1; index <= count; index++) draft.set(`adc${index}`, reader.u16() / 100);
}

/** Type 38. */
export function readGpsWithRadio(reading: Reading): void {
  const { reader, draft } = reading;
  readGps(reading);
  reader.skip(1); // mode
  draft.set('archive', reader.u8() > 0 ? true : null);
  if (reader.left > 0) readTower(reading, false);
}

/** Type B2: a Bluetooth tag. */
export function readTagReport(reading: Reading): void {
  const { reader, draft } = reading;
  draft.deviceTime = readDate(reading);
  draft.set('rssi', reader.i8());
  draft.set('tagMac', reader.hex(6));
  draft.set('tagUuid', reader.hex(16));
  draft.set('tagMajor', reader.u16());
  draft.set('tagMinor', reader.u16());
  draft.set('tagBattery', reader.u16() / 100);
  draft.set('clock', (reader.u8() >> 2) & 15);
}

const AZ735_ALARMS: ReadonlyMap<number, string> = new Map([
  [0xa2, 'lowBattery'],
  [0xa3, 'lowBattery'],
  [0xa4, 'general'],
  [0xa5, 'door'],
]);

/** Types 32 and 33 in an extended frame: AZ735. */
export function readAz735(reading: Reading): void {
  const { reader, draft } = reading;
  const time = readDate(reading);
  draft.deviceTime = time;
  if (reader.u8() > 0) readLocation(reading, time);
  if (readTower(reading, true)) draft.set('rssi', reader.u8());
  reader.skip(reader.u8()); // further towers
  reader.skip(reader.u8()); // access points
  const status = reader.u8();
  draft.set('status', status);
  if (reading.type !== 0x33) return;
  if (status === 0xa0 || status === 0xa1) draft.set('armed', status === 0xa0);
  draft.alarm(AZ735_ALARMS.get(status) ?? null);
}

/** Type 95: JC100 and JC400 cameras. */
export function readCameraAlarm(reading: Reading): void {
  const { reader, draft } = reading;
  const jc400 = reading.variant === 'JC400';
  const hasPosition = reader.left > 7;
  if (jc400) reader.skip(3); // mark, version
  if (hasPosition) readGps(reading, { satellites: jc400, speed: jc400 ? 'word after flags' : 'none' });
  else draft.deviceTime = readDate(reading);
  if (jc400) draft.set('power', reader.u16() / 10);
  const event = reader.u8();
  draft.set('event', event);
  draft.alarm(cameraAlarm(event, hasPosition));
  if (reader.left < 2) return;
  draft.set('eventData', reader.u16());
  draft.set('eventFiles', readText(reader, reader.left));
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
  const { reader, draft } = reading;
  draft.deviceTime = readDate(reading);
  draft.set('ignition', reader.u8() > 0);
  for (const pair of readText(reader, Math.max(0, reader.left - 12)).split(',')) {
    const [key = '', value = ''] = pair.split('=');
    const id = parseInt(key.slice(0, 2), 16);
    const name = OBD_NAMES.get(id);
    if (name !== undefined) draft.set(name, parseInt(value, 16) / 100);
    else if (id === OBD_VIN) draft.set('vin', value);
  }
}
