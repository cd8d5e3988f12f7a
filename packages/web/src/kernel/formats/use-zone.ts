import { useSignedIn } from '../services.tsx';
import { zoneOf } from './display-choices.ts';

/** The time zone that this user reads times in. */
export function useZone(): string {
  return zoneOf(useSignedIn());
}
