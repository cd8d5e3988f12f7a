import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Screens that cover the map whole. */
const COVERING: readonly string[] = ['/overview'];
/** By then the figures of a large fleet are there; whoever goes to the map finds it drawn. */
const LATER_MS = 15_000;

/**
 * Whether the map is wanted yet. Where the page begins on a screen that covers it, drawing thousands of vehicles would
 * hold up what that screen shows: the map comes when it is gone to, or after a while. Once there, it stays.
 */
export function useMapWanted(): boolean {
  const isCovered = COVERING.includes(useLocation().pathname);
  const [isWanted, setWanted] = useState(!isCovered);
  if (!isCovered && !isWanted) setWanted(true);
  useEffect(() => {
    if (isWanted) return undefined;
    const timer = setTimeout(() => setWanted(true), LATER_MS);
    return () => clearTimeout(timer);
  }, [isWanted]);
  return isWanted || !isCovered;
}
