import { readDate, readText } from './blocks.ts';
import type { Reading } from './reading.ts';

/** Type 94 in an extended frame. @returns Whether it contained anything. */
export function readInformation(reading: Reading): boolean {
  const { reader, pending } = reading;
  switch (reader.u8()) {
    case 0x00:
      pending.set('adc1', reader.u16() / 100);
      return true;
    case 0x04:
      readStatusText(reading);
      return true;
    case 0x05:
      readDoor(reading);
      return true;
    case 0x0a:
      reader.skip(16); // IMEI, IMSI
      pending.set('iccid', withoutFiller(reader.hex(10)));
      return true;
    case 0x0b:
      if (reader.left >= 2) pending.set('power', reader.u16() / 100);
      else pending.set('networkTechnology', reader.u8() > 0 ? '4G' : '2G');
      return true;
    case 0x0d:
      return readFuelSensor(reading);
    case 0x1b:
      readSerialOrCard(reading);
      return true;
    case 0x1e:
      pending.set('temp1', reader.i32() / 10);
      pending.set('humidity', reader.i32() / 10);
      return true;
    default:
      return false;
  }
}

/** The unused last digit of a SIM number is F. */
export const withoutFiller = (hex: string): string => hex.replace(/f+$/, '');

const STATUS_NAMES: ReadonlyMap<string, string> = new Map([
  ['ALM1', 'alarm1Status'],
  ['ALM2', 'alarm2Status'],
  ['ALM3', 'alarm3Status'],
  ['ALM4', 'alarm4Status'],
  ['STA1', 'otherStatus'],
  ['DYD', 'engineStatus'],
]);

function readStatusText({ reader, pending }: Reading): void {
  for (const pair of readText(reader, reader.left).split(';')) {
    const [key = '', value = ''] = pair.split('=');
    const name = STATUS_NAMES.get(key);
    if (name !== undefined) pending.set(name, parseInt(value, 16));
  }
}

function readDoor(reading: Reading): void {
  const { reader, pending } = reading;
  if (reader.left >= 7) pending.deviceTime = readDate(reading);
  const flags = reader.u8();
  pending.set('door', (flags & 1) !== 0);
  pending.set('io1', (flags & 4) !== 0);
}

/** `!AIOIL,address,value,temperature,version,…,measured,…` */
function readFuelSensor({ reader, pending, message }: Reading): boolean {
  if (message.frame[reader.position] !== 0x21) reader.skip(6);
  const parts = readText(reader, reader.left).split(',');
  if (parts[0] !== '!AIOIL') return false;
  pending.set('temp1', decimal(parts[3]));
  pending.set('fuel', decimal(parts[6]));
  return true;
}

const decimal = (text = ''): number | null => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null);

function readSerialOrCard({ reader, pending, message }: Reading): void {
  const first = message.frame[reader.position] ?? 0;
  if ((first >= 65 && first <= 90) || (first >= 97 && first <= 122)) {
    pending.set('serial', readText(reader, reader.left));
    return;
  }
  reader.skip(2); // header, kind of card
  pending.set('driverUniqueId', reader.hex(4));
}
