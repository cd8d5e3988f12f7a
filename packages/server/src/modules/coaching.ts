import {
  coachingHandlers,
  type CoachingDeps,
  forgetCases,
  OwnerQueue,
  signedInDriver,
  type FleetReports,
  type QrDeps,
} from '@rastro/extension';
import { createTrackingClient } from '@rastro/tracking-client';
import type { TrackingServer } from '../gateway/tracking-server.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

/** A copy of history that is read for a report takes its time. */
const REPORT_TIMEOUT_MS = 30_000;

/** Coaching by driving events, contests, and the driver's own page. @param qr Knows whose a driver's session is. */
export function openCoaching(
  { settings, storage, tracker, trackingApi, clock }: ModuleDeps,
  behind: TrackingServer,
  qr: QrDeps,
): ProductModule<ReturnType<typeof coachingHandlers>> & { readonly coaching: CoachingDeps } {
  const reports: FleetReports =
    tracker && trackingApi
      ? { read: (userId, type, wish, signal) => trackingApi.as(userId).reports.list(type, wish, signal) }
      : reportsOfReplica(behind);
  const coaching: CoachingDeps = {
    storage,
    trackingApi,
    reports,
    checkIns: qr.checkInStore,
    driverOf: (caller) => signedInDriver(qr, caller),
    queue: new OwnerQueue(),
    clock,
  };
  return {
    coaching,
    handlers: coachingHandlers(coaching),
    jobs: [forgetCases(storage, settings.HISTORY_DAYS)],
  };
}

/** In front of a Traccar, reports are made from the copy of its history, in this process. */
const reportsOfReplica = ({ readReport }: TrackingServer): FleetReports => ({
  read: async (userId, type, wish, signal) => {
    let isMadeHere = false;
    const client = createTrackingClient({
      basePath: '/api',
      timeoutMs: REPORT_TIMEOUT_MS,
      fetch: async (url) => {
        const reply = (await readReport?.(userId, url)) ?? null;
        isMadeHere = reply !== null;
        return new Response(reply?.body ?? null, { status: reply?.status ?? 501 });
      },
    });
    const answer = await client.reports.list(type, wish, signal);
    return answer.ok || isMadeHere ? answer : null;
  },
});
