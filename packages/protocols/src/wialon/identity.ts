import { asciiOf, bytesOf, utf8Of } from '../ascii.ts';
import { openLine } from './frame.ts';
import type { WialonState } from './state.ts';

const REJECTED = bytesOf('#AL#0\r\n');

/** A login, or the text before the first `#`, as datagrams have it. */
export function identify(frame: Uint8Array): readonly string[] {
  const line = openLine(frame);
  if (!line) return [];
  const sender = utf8Of(frame, 0, line.typeAt - 1).trim();
  if (sender !== '') return named(sender.split(';').at(-1));
  if (asciiOf(frame, line.typeAt, line.bodyAt - 1) !== 'L') return [];
  const fields = utf8Of(frame, line.bodyAt, line.end).split(';');
  return named(fields[isVersion(fields[0] ?? '') ? 1 : 0]);
}

const named = (id = ''): readonly string[] => (id === '' || id.length > 128 ? [] : [id]);

/** `2.0`: an identifier has no dot. */
export const isVersion = (text: string): boolean => /^\d{1,2}\.\d{1,2}$/.test(text);

/** A rejected login gets an answer; other frames of unknown devices get none. */
export function reject(frame: Uint8Array, _state: WialonState, udp: boolean): Uint8Array | null {
  const line = openLine(frame);
  return !udp && line && asciiOf(frame, line.typeAt, line.bodyAt - 1) === 'L' ? REJECTED : null;
}
