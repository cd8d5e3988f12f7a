import { wialonDevice } from '../devices/wialon.ts';
import { clockOf, dayFirst, hexOf } from '../devices/formats.ts';
import type { LoadLanguage } from './load-language.ts';
import { quickCrc16 } from './quick-crc.ts';

const HEAD = '#D#';
const DATE_AT = HEAD.length;
const MINUTES = '2333.0000';
const BODY =
  `ddmmyy;HHMMSS;${MINUTES};S;04637.8000;W;64.0;125;760;11;0.8;0;0;;NA;` +
  'ignition:3:true,motion:3:true,rssi:1:4,odometer:1:123456,power:2:13.90,battery:2:4.05;';
const MINUTES_AT = HEAD.length + BODY.indexOf(MINUTES);
const CRC_DIGITS = 4;

/** A ready-made data line of Wialon IPS 2.0: only time, latitude and checksum are patched per sending. */
export class WialonPacket implements LoadLanguage {
  readonly acceptance = Buffer.from('#AL#1\r\n');
  readonly ackBytes = '#AD#1\r\n'.length;
  readonly #bytes = Buffer.from(`${HEAD}${BODY}${'0'.repeat(CRC_DIGITS)}\r\n`, 'latin1');

  login(imei: string): Uint8Array {
    return wialonDevice.converse(imei).login() ?? Buffer.alloc(0);
  }

  stamp(time: number, device: number): Buffer {
    const bytes = this.#bytes;
    bytes.write(`${dayFirst(time)};${clockOf(time)}`, DATE_AT, 'latin1');
    const minutes = 20 + (device % 40) + ((time / 1000) % 3600) / 10_000;
    bytes.write(`23${minutes.toFixed(4).padStart(7, '0')}`, MINUTES_AT, 'latin1');
    const end = HEAD.length + BODY.length;
    bytes.write(hexOf(quickCrc16(bytes, HEAD.length, end), CRC_DIGITS), end, 'latin1');
    return bytes;
  }
}
