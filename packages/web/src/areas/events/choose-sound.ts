import type { FleetEvent } from '@rastro/fleet';
import { eventStyle, type EventStyle } from '../../kernel/event-style/event-style.ts';
import { soundAddress } from '../../kernel/event-style/sound-address.ts';
import { DEFAULT_SOUND, isBuiltIn, type BuiltInSound } from '../../kernel/event-style/sound-notes.ts';
import { interrupts } from './toast-board.ts';

/** At most one sound begins in this time, whatever happens. */
export const SOUND_PAUSE_MS = 700;

export type EventSound =
  | { readonly kind: 'builtIn'; readonly name: BuiltInSound }
  | { readonly kind: 'custom'; readonly url: string };

/** Input for the choice of a sound, besides the events. */
export interface SoundContext {
  readonly brand: string;
  /** Address of the page, e.g. `https://fleet.example`. */
  readonly origin: string;
  readonly muted: boolean;
  readonly now: number;
  /** Start of the last sound. */
  readonly lastAt: number;
}

/**
 * @returns the one sound for a batch of events: of its newest pinned event, otherwise of its newest; null = no sound.
 */
export function chooseSound(events: readonly FleetEvent[], context: SoundContext): EventSound | null {
  const { brand, origin, muted, now, lastAt } = context;
  if (muted || now - lastAt < SOUND_PAUSE_MS) return null;
  const audible = events
    .filter(interrupts)
    .map((event) => eventStyle(event, brand))
    .filter(({ sound }) => sound !== 'mute');
  const loudest = audible.findLast(({ pinned }) => pinned) ?? audible.at(-1);
  return loudest === undefined ? null : soundOf(loudest, origin);
}

/** An alert must be audible: a sound that cannot be played becomes the default. */
function soundOf({ sound, soundUrl }: EventStyle, origin: string): EventSound {
  const url = sound === 'custom' ? soundAddress(soundUrl, origin) : null;
  if (url !== null) return { kind: 'custom', url };
  return { kind: 'builtIn', name: isBuiltIn(sound) ? sound : DEFAULT_SOUND };
}
