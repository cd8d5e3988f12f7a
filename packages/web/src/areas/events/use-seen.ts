import type { Acknowledgement } from '@rastro/fleet';
import { useCallback, useMemo } from 'react';
import { useAcknowledged, type Acknowledged } from './use-acknowledged.ts';
import { useAlarms } from './use-alarms.ts';

export interface Seen extends Acknowledged {
  /** User who acknowledged an alarm, for everyone; a user's own acknowledgements have no name. */
  readonly by: ReadonlyMap<number, Acknowledgement>;
  /** Alarms that wait for acknowledgement. */
  readonly waiting: ReadonlySet<number>;
}

/** Acknowledged events: alarms by the first user who did so, other events by this user. */
export function useSeen(): Seen {
  const own = useAcknowledged();
  const { all, acknowledge, failure, mayAcknowledge } = useAlarms();
  const by = useMemo(
    () => new Map(all.flatMap(({ id, acknowledged }) => (acknowledged === null ? [] : [[id, acknowledged]]))),
    [all],
  );
  const waiting = useMemo(
    () => new Set(all.filter(({ acknowledged }) => acknowledged === null).map(({ id }) => id)),
    [all],
  );
  const isOwnDone = own.isDone;
  const isDone = useCallback<Acknowledged['isDone']>(
    (event) => by.has(event.id) || (!waiting.has(event.id) && isOwnDone(event)),
    [by, waiting, isOwnDone],
  );
  const setOwn = own.set;
  const set = useCallback(
    async (changed: readonly number[], isDone: boolean) => {
      const alarms = changed.filter((id) => waiting.has(id));
      const others = changed.filter((id) => !waiting.has(id) && !by.has(id));
      await Promise.all([
        alarms.length > 0 && isDone && mayAcknowledge ? acknowledge(alarms, null) : null,
        others.length > 0 ? setOwn(others, isDone) : null,
      ]);
    },
    [waiting, by, acknowledge, setOwn, mayAcknowledge],
  );
  return { isDone, set, setUntil: own.setUntil, by, waiting, failure: own.failure ?? failure };
}
