import { useSignedIn } from '../services.tsx';
import { zoneOf } from './display-choices.ts';

/** The time zone that this person reads times in. */
export function useZone(): string {
  return zoneOf(useSignedIn());
}
