import {
  acknowledgedAfter,
  isAcknowledged,
  MAX_ACKNOWLEDGED,
  type AcknowledgeBody,
  type AcknowledgedEvents,
  type FleetEvent,
} from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { readAcknowledged, withoutAcknowledged } from './acknowledged.ts';

export interface Acknowledged {
  readonly isDone: (event: Pick<FleetEvent, 'id' | 'eventTime'>) => boolean;
  /** Settles when the server has stored or rejected it. */
  readonly set: (ids: readonly number[], isDone: boolean) => Promise<unknown>;
  /** Everything that happened until then, in ms since 1970. */
  readonly setUntil: (until: number) => void;
  /** Reason why it could not be read or stored. */
  readonly failure: Pick<ApiFailure, 'code' | 'message'> | null;
}

/** Another browser of the same user shows it after this. */
const AGAIN_MS = 10_000;

/**
 * Events that this user acknowledged, in any browser. Shown at once; an acknowledgement that could not be saved is
 * reverted.
 */
export function useAcknowledged(): Acknowledged {
  const { extension } = useServices();
  const { id: userId } = useSignedIn().user;
  const queries = useQueryClient();
  const queryKey = useMemo(() => ['acknowledged', userId], [userId]);
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => valueOf(await extension.acknowledged(signal)),
    refetchInterval: AGAIN_MS,
  });
  const { run, failure } = useWrite(
    (change: AcknowledgeBody, signal) => extension.acknowledge(change, signal),
    { scope: 'acknowledged', goesOn: true, touches: queryKey },
  );
  const write = useCallback(
    (change: AcknowledgeBody) => {
      void queries.cancelQueries({ queryKey });
      queries.setQueryData<AcknowledgedEvents>(queryKey, (known) =>
        acknowledgedAfter(known ?? { ids: [] }, change),
      );
      return run(change);
    },
    [queries, queryKey, run],
  );
  const set = useCallback(
    (changed: readonly number[], isDone: boolean) => {
      const ids = changed.toSorted((a, b) => b - a).slice(0, MAX_ACKNOWLEDGED);
      return write(isDone ? { add: ids, remove: [] } : { add: [], remove: ids });
    },
    [write],
  );
  const setUntil = useCallback((until: number) => void write({ add: [], remove: [], until }), [write]);
  useMoveFromBrowser(data !== undefined, set);
  const isDone = useMemo(() => {
    const known = { ids: new Set(data?.ids), open: new Set(data?.open), until: data?.until ?? 0 };
    return (event: Pick<FleetEvent, 'id' | 'eventTime'>) => isAcknowledged(known, event);
  }, [data]);
  return { isDone, set, setUntil, failure: failure ?? (error === null ? null : failureIn(error)) };
}

/** Moves acknowledgements that earlier versions stored in the browser to the account, once. */
function useMoveFromBrowser(isReady: boolean, set: Acknowledged['set']): void {
  const { preferences } = useServices();
  const { id: userId } = useSignedIn().user;
  useEffect(() => {
    const stored = preferences.read('acknowledged');
    const ids = readAcknowledged(stored, userId);
    if (!isReady || ids.size === 0) return;
    void set([...ids], true);
    preferences.write('acknowledged', withoutAcknowledged(stored, userId));
  }, [isReady, preferences, set, userId]);
}
