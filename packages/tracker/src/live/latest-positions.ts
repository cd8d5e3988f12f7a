import type { Clock } from '@rastro/base';
import type { StoredPosition } from '@rastro/storage';
import type { Visibility } from '../access/visibility.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';

/** Latest positions older than this are in no fleet-wide list. @source docs/reference/tracking-api.md §3.9 */
const LATEST_AGE_MS = 90 * 86_400_000;

/** Fix time before which a latest position is in no fleet-wide list. */
export const latestFrom = (clock: Clock): number => clock.now() - LATEST_AGE_MS;

/** The latest position of each device that a user sees: `GET /positions` and the first live frame. */
export function* latestPositions(
  {
    visibility,
    live,
    clock,
  }: { readonly visibility: Visibility; readonly live: CommittedStates; readonly clock: Clock },
  userId: number,
): Generator<StoredPosition> {
  const oldest = latestFrom(clock);
  for (const deviceId of visibility.visibleDeviceIds(userId)) {
    const { position } = live.committed(deviceId);
    if (position && position.fixTime >= oldest) yield position;
  }
}
