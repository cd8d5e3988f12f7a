import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import { startOfDay } from '@rastro/fleet/calendars';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { NewVersion } from '../../../kernel/new-version.ts';

/** At four in the morning nobody looks. */
const NIGHT_HOUR = 4;

/** The next night after a page was opened, when it is loaded anew. @param loadedAt Ms since 1970. */
export function nightAfter(loadedAt: number, zone: string): number {
  const today = startOfDay(loadedAt, zone) + NIGHT_HOUR * HOUR_MS;
  return loadedAt < today ? today : startOfDay(loadedAt, zone, 1) + NIGHT_HOUR * HOUR_MS;
}

interface Reloading {
  /** Version of the server; null = not known. */
  readonly version: string | null;
  readonly zone: string;
  readonly newVersion: NewVersion;
  /** Milliseconds by which the clock of the server is ahead. */
  readonly offset?: number;
  /** The server answers. */
  readonly isReachable: boolean;
  readonly reload?: () => void;
}

/**
 * Loads the page anew when the version has changed, and once in each night: cheap insurance of a page that hangs for
 * months. Never without the server: the screen would be empty.
 */
export function useReload({
  version,
  zone,
  newVersion,
  offset = 0,
  isReachable,
  reload = openAgain,
}: Reloading): void {
  const [loadedAt] = useState(() => Date.now());
  const first = useRef<string | null>(null);
  const look = useEffectEvent((): void => {
    first.current ??= version;
    const isOther = version !== null && version !== first.current;
    const isNight = Date.now() + offset >= nightAfter(loadedAt + offset, zone);
    if (!isReachable || !(isOther || isNight || newVersion.isWaiting())) return;
    void (async () => {
      if (!(await canBeLoaded())) return;
      // The service worker lets go of the former page, and has it loaded.
      if (newVersion.isWaiting()) newVersion.apply();
      else reload();
    })();
  });
  useEffect(() => look(), [version]);
  useEffect(() => {
    const timer = setInterval(() => look(), MINUTE_MS);
    const end = newVersion.watch(() => look());
    return () => {
      clearInterval(timer);
      end();
    };
  }, [newVersion]);
}

const openAgain = (): void => location.replace(location.href);

/** Past the service worker, which answers without a network, too. */
async function canBeLoaded(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { cache: 'no-store', credentials: 'omit' });
    return answer.ok;
  } catch {
    return false;
  }
}
