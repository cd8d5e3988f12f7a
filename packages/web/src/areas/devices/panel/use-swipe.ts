import { useRef, type TouchEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useFleetList } from '../../../kernel/fleet/fleet-context.tsx';

/** Shorter or steeper movements are scrolling or a touch. */
const MIN_DISTANCE_PX = 60;
const FLATNESS = 2;

/** The neighbor of a vehicle in the list, as it is filtered and sorted; null = it is the last, or not in it. */
export function besideIn(ids: Int32Array, id: number, by: -1 | 1): number | null {
  const at = ids.indexOf(id);
  return at === -1 ? null : (ids[at + by] ?? null);
}

/** Direction of a swipe: next, previous, or none. */
export function swipeOf(dx: number, dy: number): -1 | 1 | null {
  if (Math.abs(dx) < MIN_DISTANCE_PX || Math.abs(dx) < FLATNESS * Math.abs(dy)) return null;
  return dx < 0 ? 1 : -1;
}

/** A finger drawn over the head of a vehicle leads to the next in the list, or back; the open tab stays. */
export function useSwipe(id: number) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { ids } = useFleetList();
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent): void => {
      const touch = touches[0];
      // Two fingers make larger, they do not lead on.
      start.current =
        touch === undefined || touches.length > 1 ? null : { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: ({ changedTouches }: TouchEvent): void => {
      const touch = changedTouches[0];
      const from = start.current;
      start.current = null;
      if (from === null || touch === undefined) return;
      const by = swipeOf(touch.clientX - from.x, touch.clientY - from.y);
      const next = by === null ? null : besideIn(ids, id, by);
      if (next === null) return;
      const query = search.toString();
      void navigate(`/devices/${next}${query === '' ? '' : `?${query}`}`, { replace: true });
    },
    onTouchCancel: (): void => {
      start.current = null;
    },
  };
}
