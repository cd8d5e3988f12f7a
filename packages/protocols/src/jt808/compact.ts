import { knots } from '@rastro/fleet';
import { degreesOf } from '../degrees.ts';
import { homeNetworkOf } from '../home-network.ts';
import { utcMs } from '../instants.ts';
import { hasBit } from '../numbers.ts';
import { zonedMs } from '../wall-time.ts';
import { Item, readInner, type Take, type TakeTable } from './item.ts';
import { readLockReport } from './locks-tyres.ts';
import { bcd, type Reading } from './reading.ts';

const ITEMS: TakeTable = new Map<number, Take>([
  [
    0x02,
    ({ pending }, item) => {
      if (pending.fix) pending.fix = { ...pending.fix, altitude: item.reader().i16() };
    },
  ],
  [0x0b, readLockReport],
  [
    0x0c,
    ({ pending }, item) => {
      const reader = item.reader();
      pending.set('tilt', `[${reader.i16()},${reader.i16()},${reader.i16()}]`);
    },
  ],
  [0x10, ({ pending }, item) => pending.set('wakeSource', item.unsigned())],
  [0xfc, ({ pending }, item) => pending.set('geofence', item.unsigned())],
]);

/** 5501 and 5502: a compact location in UTC; the second one comes from memory. */
export function readCompact(reading: Reading, valid: boolean): void {
  const { reader, pending, context } = reading;
  const [day, month, year] = [bcd(reader.u8()), bcd(reader.u8()), bcd(reader.u8())];
  const clock = bcd(reader.u8()) * 3600 + bcd(reader.u8()) * 60 + bcd(reader.u8());
  const time = zonedMs(utcMs([year, month, day], clock), context.device.timeZone, 0);
  const north = reader.hex(4);
  const east = reader.hex(5);
  const latitude = degreesOf(`${north.slice(0, 4)}.${north.slice(4)}`) ?? NaN;
  const longitude = degreesOf(`${east.slice(0, 5)}.${east.slice(5, 9)}`) ?? NaN;
  // The tenth digit of the longitude belongs to the flags, whose byte is read as a whole.
  const flags = parseInt(east.slice(8), 16);
  const speed = knots(bcd(reader.u8()));
  const course = reader.u8() * 2;
  pending.deviceTime = time;
  pending.fix = {
    time,
    valid,
    latitude: hasBit(flags, 1) ? latitude : -latitude,
    longitude: hasBit(flags, 2) ? longitude : -longitude,
    altitude: 0,
    speed,
    course,
    accuracy: 0,
  };
  readState(reading);
  const rest = new Item(reading.bytes, reader.position, reader.left);
  readInner(reading, rest, ITEMS, { idSize: 1, lengthSize: 1 });
}

function readState({ reader, pending, context }: Reading): void {
  pending.set('rssi', reader.u8());
  pending.set('sat', reader.u8());
  pending.set('odometer', reader.u32() * 1000);
  const battery = reader.u8();
  if (battery <= 100) pending.set('batteryLevel', battery);
  else if (battery === 0xaa || battery === 0xab) pending.set('charge', true);
  const cellId = reader.u32();
  const lac = reader.u16();
  if (cellId !== 0 && lac !== 0)
    pending.tower({ ...homeNetworkOf(context.device), lac, cellId, signal: null });
  const product = reader.u8();
  const status = reader.u16();
  const alarms = reader.u16();
  pending.set('status', status);
  if (product === 1 || product === 2) pending.alarm(hasBit(alarms, 0) ? 'lowPower' : null);
  if (product !== 3) return;
  pending.set('blocked', hasBit(status, 5));
  for (const [bit, alarm] of ALARMS) if (hasBit(alarms, bit)) pending.alarm(alarm);
}

const ALARMS = [
  [0, 'overspeed'],
  [1, 'lowPower'],
  [2, 'vibration'],
  [3, 'lowBattery'],
  [5, 'geofenceEnter'],
  [6, 'geofenceExit'],
] as const;
