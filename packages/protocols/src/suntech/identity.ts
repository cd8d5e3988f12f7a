import { asciiOf } from '../ascii.ts';
import { hexOf } from '../hex.ts';
import { isBinary, ZIP_START } from './frame.ts';
import type { SuntechState } from './state.ts';

const SEMICOLON = 0x3b;
const ID_BYTES = 5;

export function identify(frame: Uint8Array): readonly string[] {
  const id = idOf(frame);
  return id === null ? [] : alternatives(id);
}

/** A stranger gets no answer: no report is answered anyway. */
export const reject = (): null => null;

/** The id as the unit writes it; null when the frame carries none. */
export function idOf(frame: Uint8Array): string | null {
  if (isBinary(frame)) return binaryIdOf(frame);
  const head = frame.indexOf(SEMICOLON);
  if (head < 3) return null;
  const first = fieldAt(frame, head + 1);
  const prefix = asciiOf(frame, 0, head).trimStart();
  const id = namesTypeFirst(prefix, first) ? fieldAt(frame, head + 2 + first.length) : first;
  return id === '' || id.length > 20 ? null : id;
}

/** Reports of the ST9xx and answers have a word before the id. */
export const namesTypeFirst = (prefix: string, first: string | undefined): boolean =>
  prefix.startsWith('ST9') || (first === 'Res' && prefix.length >= 5);

function binaryIdOf(frame: Uint8Array): string | null {
  if (frame[0] === ZIP_START) return frame.length < 9 ? null : hexOf(frame, 4, ID_BYTES).slice(0, 9);
  return frame.length < 8 ? null : hexOf(frame, 3, ID_BYTES);
}

function fieldAt(frame: Uint8Array, from: number): string {
  let to = from;
  while (to < frame.length && frame[to] !== SEMICOLON && frame[to] !== 0x0d) to++;
  return asciiOf(frame, from, to);
}

/** The same unit writes 9 digits in legacy reports and 10 with a leading 0 in universal ones. */
function alternatives(id: string): readonly string[] {
  if (id.length === 9) return [id, `0${id}`];
  return id.length === 10 && id.startsWith('0') ? [id, id.slice(1)] : [id];
}

/** Returns the state after a frame of this unit; the same object while nothing changes. */
export function withSender(state: SuntechState, id: string, prefix: string | null): SuntechState {
  const universal = prefix === null;
  if (state.id === id && state.universal === universal && (universal || state.prefix === prefix))
    return state;
  return { ...state, id, universal, prefix: prefix ?? state.prefix };
}
