import type { FleetAlarm } from '@rastro/fleet';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useServices } from '../../kernel/services.tsx';
import { tonesOf } from '../../kernel/event-style/sound-notes.ts';
import { openSpeaker, type Speaker } from '../../kernel/event-style/speaker.ts';
import { goOn, isAudible, SIREN, SIREN_MS } from './alarm-siren.ts';

/**
 * Sounds at once, and again until no fresh alarm is open. A browser without a user gesture stays silent: the first
 * round after a gesture sounds.
 */
export function useSiren(alarms: readonly FleetAlarm[]): void {
  const { preferences } = useServices();
  // Each new alarm sounds at once.
  const newest = Math.max(0, ...alarms.flatMap(({ id, acknowledged }) => (acknowledged ? [] : [id])));
  const isOpen = newest > 0;
  const speaker = useRef<Speaker | null>(null);
  const endsAt = useRef(0);
  const sound = useEffectEvent(() => {
    const now = Date.now();
    if (!isAudible(alarms, now) || preferences.read('isMuted') === 'true') return;
    const next = goOn(endsAt.current, now);
    if (next === null) return;
    endsAt.current = next.endsAt;
    const later = next.waitMs;
    speaker.current?.play(
      tonesOf(SIREN).map((tone) => ({
        ...tone,
        startMs: tone.startMs + later,
        endMs: tone.endMs + later,
      })),
    );
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const opened = openSpeaker(window);
    speaker.current = opened;
    const timer = window.setInterval(() => sound(), SIREN_MS);
    return () => {
      window.clearInterval(timer);
      opened.close();
      speaker.current = null;
      endsAt.current = 0;
    };
  }, [isOpen]);
  useEffect(() => {
    if (newest > 0) sound();
  }, [newest]);
}
