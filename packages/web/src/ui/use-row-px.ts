import { useIsPhone } from './use-is-phone.ts';

/** Minimum size of a touch target, px. */
export const FINGER_PX = 44;

/** The height of a row that is pressed: on a phone no lower than a finger needs. */
export function useRowPx(px: number): number {
  return useIsPhone() ? Math.max(px, FINGER_PX) : px;
}
