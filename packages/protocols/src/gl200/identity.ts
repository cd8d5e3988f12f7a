import { asciiOf } from '../ascii.ts';
import { hexOf } from '../hex.ts';
import { binaryHead } from './frame.ts';

const COMMA = 0x2c;
const IMEI = /^(?:\d{15}|[0-9a-fA-F]{14})$/;

export function identify(frame: Uint8Array): readonly string[] {
  const head = binaryHead(frame, 0);
  const id = head === null ? textIdOf(frame) : binaryIdOf(frame, head);
  return id === null ? [] : [id];
}

/** A stranger gets no answer. */
export const reject = (): null => null;

/** The third field. */
function textIdOf(frame: Uint8Array): string | null {
  const first = frame.indexOf(COMMA);
  const second = first < 0 ? -1 : frame.indexOf(COMMA, first + 1);
  if (second < 0) return null;
  const third = frame.indexOf(COMMA, second + 1);
  const id = asciiOf(frame, second + 1, third < 0 ? Math.min(frame.length, second + 16) : third);
  return IMEI.test(id) ? id : null;
}

/** The newer form has decimal digits, the older ones a 64-bit number. */
function binaryIdOf(frame: Uint8Array, head: string): string | null {
  if (head === '') {
    const at = 5 + ((frame[4] ?? 0) & 0x80 ? 2 : 0);
    return frame.length < at + 8 ? null : hexOf(frame, at, 8).slice(1);
  }
  const at = IMEI_AT.get(head);
  if (at === undefined || frame.length < at + 8) return null;
  const number = new DataView(frame.buffer, frame.byteOffset).getBigUint64(at);
  return String(number).padStart(15, '0');
}

const IMEI_AT: ReadonlyMap<string, number> = new Map([
  ['+RSP', 16],
  ['+BSP', 16],
  ['+EVT', 16],
  ['+BVT', 16],
  ['+INF', 11],
  ['+BNF', 11],
]);
