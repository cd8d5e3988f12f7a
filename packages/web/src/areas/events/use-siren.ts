import type { FleetAlarm } from '@rastro/fleet';
import { useEffect, useEffectEvent } from 'react';
import { useServices } from '../../kernel/services.tsx';
import { isHeard, SIREN, SIREN_MS } from './alarm-siren.ts';
import { tonesOf } from '../../kernel/event-look/sound-notes.ts';
import { openSpeaker } from '../../kernel/event-look/speaker.ts';

/**
 * Sounds at once and again until nothing fresh is open. A browser that nobody has touched stays silent: the next
 * round after the first gesture is heard.
 */
export function useSiren(alarms: readonly FleetAlarm[]): void {
  const { preferences } = useServices();
  // Each that comes is heard at once.
  const newest = Math.max(0, ...alarms.flatMap(({ id, acknowledged }) => (acknowledged ? [] : [id])));
  const isNeeded = useEffectEvent(
    () => isHeard(alarms, Date.now()) && preferences.read('isMuted') !== 'true',
  );
  useEffect(() => {
    if (newest === 0) return undefined;
    const speaker = openSpeaker(window);
    const sound = (): void => {
      if (isNeeded()) speaker.play(tonesOf(SIREN));
    };
    sound();
    const timer = window.setInterval(sound, SIREN_MS);
    return () => {
      window.clearInterval(timer);
      speaker.close();
    };
  }, [newest]);
}
