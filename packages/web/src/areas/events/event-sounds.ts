import type { FleetEvent } from '@rastro/fleet';
import { chooseSound, type SoundContext } from './choose-sound.ts';
import { DEFAULT_SOUND, tonesOf } from '../../kernel/event-style/sound-notes.ts';
import type { Speaker } from '../../kernel/event-style/speaker.ts';

export type EventSoundsOptions = Pick<SoundContext, 'brand' | 'origin'> & {
  readonly speaker: Speaker;
  readonly isMuted: () => boolean;
  readonly now: () => number;
};

/** @returns a player for events: one sound for many, and the default where a custom one does not play. */
export function createEventSounds(
  options: EventSoundsOptions,
): (events: readonly FleetEvent[]) => Promise<void> {
  const { speaker, isMuted, now, brand, origin } = options;
  let lastAt = -Infinity;
  return async (events) => {
    const at = now();
    const chosen = chooseSound(events, { brand, origin, muted: isMuted(), now: at, lastAt });
    if (chosen === null) return;
    lastAt = at;
    if (chosen.kind === 'builtIn') speaker.play(tonesOf(chosen.name));
    else if (!(await speaker.playFile(chosen.url)) && !isMuted()) speaker.play(tonesOf(DEFAULT_SOUND));
  };
}
