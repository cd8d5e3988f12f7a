import type { ByteReader } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { readText } from './blocks.ts';
import type { Reading } from './reading.ts';

/** Type 15: the answer to a command. */
export function readAnswer({ reader, pending }: Reading): void {
  const size = reader.u8() - 4;
  reader.skip(4); // server flag
  const text = readText(reader, Math.max(0, size));
  const iccid = /^<ICCID:(\d{20})/.exec(text)?.[1];
  if (iccid === undefined) pending.set('result', text);
  else pending.set('iccid', iccid);
}

const CURRENT_POSITION =
  /^Current position!Lat:([NS])(\d+(?:\.\d+)?),Lon:([EW])(\d+(?:\.\d+)?),Course:(\d+(?:\.\d+)?),Speed:(\d+(?:\.\d+)?),DateTime:(\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d)/;

/** Type 21 in an extended frame: the answer to a command, sometimes with a position in words. */
export function readLongAnswer({ reader, pending }: Reading): void {
  reader.skip(4); // server flag
  const text = reader.u8() === 1 ? readText(reader, reader.left) : readUtf16(reader);
  pending.set('result', text);
  const match = CURRENT_POSITION.exec(text);
  const time = match ? Date.parse(`${match[7] ?? ''}T${match[8] ?? ''}Z`) : NaN;
  if (!match || Number.isNaN(time)) return;
  pending.deviceTime = time;
  pending.fix = {
    time,
    valid: true,
    latitude: Number(match[2]) * (match[1] === 'S' ? -1 : 1),
    longitude: Number(match[4]) * (match[3] === 'W' ? -1 : 1),
    altitude: 0,
    speed: knots(Number(match[6])),
    course: Number(match[5]),
    accuracy: 0,
  };
}

function readUtf16(reader: ByteReader): string {
  let text = '';
  while (reader.left >= 2) text += String.fromCharCode(reader.u16());
  return text.replaceAll('\0', '').trim();
}

/** Type 9B: data from an accessory wired to the device. */
export function readSerialLine({ reader, pending }: Reading): void {
  reader.skip(1); // kind of device
  const bytes = reader.bytes(reader.left);
  const isText = bytes.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  pending.set('result', isText ? buffer.toString('latin1').trim() : buffer.toString('hex'));
}
