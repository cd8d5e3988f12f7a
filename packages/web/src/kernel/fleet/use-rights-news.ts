import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rereadFailed, rereadLists, rereadSession, rereadVehicles } from '../queries/reread.ts';
import { useServices } from '../services.tsx';
import { useFleet } from './fleet-context.tsx';

const OF_SESSION: readonly string[] = ['session', 'server'];

/**
 * Follows changes of rights: reads again what the server says has changed, and updates the screens. A server that
 * reports nothing is polled whenever the connection is back, and after an error for a missing right
 * (`createQueryClient`).
 */
export function useRightsNews(): void {
  const fleet = useFleet();
  const queries = useQueryClient();
  const { session } = useServices();
  useEffect(() => {
    if (fleet === null) return undefined;
    const stop = new AbortController();
    let wasLost = false;
    let total: number | null = null;
    const drops = [
      fleet.watchStale((what) => {
        if (what.some((each) => OF_SESSION.includes(each))) void rereadSession(session, queries, stop.signal);
        void rereadLists(
          queries,
          what.filter((each) => !OF_SESSION.includes(each)),
        );
      }),
      fleet.watchConnection(() => {
        const { state } = fleet.connection();
        if (state === 'live' && wasLost) {
          void rereadSession(session, queries, stop.signal);
          // Events during the outage were not reported.
          void rereadLists(queries, ['alarms']);
          void rereadFailed(queries);
        }
        if (state === 'live' || state === 'waiting') wasLost = state === 'waiting';
      }),
      fleet.watchList(() => {
        const { counts, loaded } = fleet.list();
        if (!loaded || counts.total === total) return;
        if (total !== null) void rereadVehicles(queries);
        total = counts.total;
      }),
      fleet.watchGone(() => void rereadVehicles(queries)),
    ];
    return () => {
      stop.abort();
      for (const drop of drops) drop();
    };
  }, [fleet, queries, session]);
}
