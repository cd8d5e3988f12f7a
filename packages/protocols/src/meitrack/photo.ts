import { copyOf } from '../copy.ts';
import { ok } from '@rastro/base';
import { asciiOf, indexOfByte } from '../ascii.ts';
import { malformed, outcomeOf, type Outcome } from '../outcome.ts';
import type { DeviceRecord } from '../protocol.ts';
import { imeiOf, writeFrame, type Opened } from './frame.ts';
import type { MeitrackState } from './state.ts';

const COMMA = 0x2c;
/** The device sends this many parts for one request. */
const BLOCK = 8;
const MAX_BYTES = 2 * 1024 * 1024;
const WITH_PHOTO: DeviceRecord = { deviceTime: null, fix: null, network: null, attributes: {} };

/** D00: file, number of parts, this part, bytes. After every eighth part the next block is asked for. */
export function takePhotoPart(
  frame: Uint8Array,
  opened: Opened,
  state: MeitrackState,
): Outcome<MeitrackState> {
  let at = opened.contentAt;
  const texts: string[] = [];
  for (let left = 3; left > 0; left--) {
    const comma = indexOfByte(frame, COMMA, at, opened.end);
    if (comma < 0) return malformed('photo part');
    texts.push(asciiOf(frame, at, comma));
    at = comma + 1;
  }
  const [file = '', total = '', number = ''] = texts;
  const current = Number(number);
  const part = copyOf(frame, at, opened.end);
  const before = current === 0 ? { parts: [], bytes: 0 } : state.photo;
  if (!before || before.parts.length !== current || before.bytes + part.length > MAX_BYTES) {
    return outcomeOf({ photo: null });
  }
  const parts = [...before.parts, part];
  if (current >= Number(total) - 1) {
    const media = { extension: 'jpg' as const, bytes: new Uint8Array(Buffer.concat(parts)) };
    return ok({ state: { photo: null }, records: [WITH_PHOTO], reply: null, intact: opened.intact, media });
  }
  const next = { photo: { parts, bytes: before.bytes + part.length } };
  return outcomeOf(
    next,
    [],
    (current + 1) % BLOCK === 0 ? request(imeiOf(frame, opened), file, current + 1) : null,
  );
}

export const request = (imei: string, file: string, part: number): Uint8Array =>
  writeFrame('O', `${imei},D00,${file},${part}`);
