import { DAY_MS, MINUTE_MS } from '@rastro/base';
import {
  MISSED_AFTER_MS,
  phasesToNotify,
  SHIFT_MARGIN_MS,
  type InspectionPhase,
} from '@rastro/fleet/inspections';
import { readStoredMissedCursor, type StoredCheckIn } from '@rastro/fleet/schemas';
import { hasDocuments } from '../has-documents.ts';
import type { Job, JobRun } from '../job.ts';
import type { RaiseReminder } from '../vehicle-reminders.ts';
import { soon } from '../with-tracking-api.ts';
import type { InspectionDeps } from './inspection-deps.ts';
import { CHECKLISTS } from './inspection-store.ts';
import { readCompany, wantedPhases, type Company } from './missed.ts';

const EVERY_MS = 5 * MINUTE_MS;
/** A longer check-in was forgotten: nobody is reminded of the inspection after it. */
const LONGEST_SHIFT_MS = DAY_MS;
/** After a longer outage the list has what was missed; events of days ago help nobody. */
const LONGEST_PERIOD_MS = DAY_MS;
/** Until when shifts were looked at. */
const CURSOR = { kind: 'missedInspectionCursor', key: 'last' } as const;

type MissedDeps = Pick<InspectionDeps, 'storage' | 'trackingApi' | 'companiesOf' | 'checkIns' | 'clock'>;
type Working = MissedDeps & {
  readonly trackingApi: NonNullable<MissedDeps['trackingApi']>;
  readonly raise: RaiseReminder;
};
interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * Raises an event at the vehicle for each inspection that a shift has missed for good, once. Where no company has a
 * checklist, nothing is read. @param raise Null = the tracking server is external and takes no events.
 */
export const missedInspectionsJob = (deps: MissedDeps, raise: RaiseReminder | null): Job => ({
  name: 'missedInspections',
  everyMs: EVERY_MS,
  due: (_done, now) => [now],
  isIdle: async () =>
    raise === null || deps.trackingApi === null || !(await hasDocuments(deps.storage, CHECKLISTS)),
  perform: async (_now, run) => {
    const { trackingApi, storage, clock } = deps;
    if (raise === null || trackingApi === null) return {};
    const now = clock.now();
    const stored = await storage.document(CURSOR.kind, CURSOR.key);
    const put = [{ ...CURSOR, body: { until: now }, replaces: stored?.version ?? 0 }];
    // Shifts before the first checklist, or before this job, have missed nothing that somebody waits to learn.
    if (stored === null) return { put };
    const from = Math.max(readStoredMissedCursor(stored.body).until, now - LONGEST_PERIOD_MS);
    await raiseMissed({ ...deps, trackingApi, raise }, { from, to: now }, run);
    return run.signal.aborted ? {} : { put };
  },
});

async function raiseMissed(here: Working, period: Period, { signal }: JobRun): Promise<void> {
  const shifts = await here.checkIns.history(
    period.from - MISSED_AFTER_MS - LONGEST_SHIFT_MS,
    period.to - MISSED_AFTER_MS,
  );
  for (const [ownerId, own] of Map.groupBy(shifts.filter(mayNotifyIn(period)), (each) => each.ownerId)) {
    // Accounts that are gone, or may not sign in, have their drivers' shifts left alone.
    if (!(await here.trackingApi.answersFor(ownerId, ownerId, soon()))) continue;
    const from = Math.min(...own.map(({ since }) => since)) - SHIFT_MARGIN_MS;
    const company = await readCompany(here, ownerId, { from });
    if (company.checklists.length === 0) continue;
    for (const shift of own) {
      if (signal.aborted) return;
      for (const phase of await phasesOf(here, shift, { company, period }))
        await here.raise(reminderOf(shift, phase));
    }
  }
}

/** Whether any inspection of a shift is judged in a period; most shifts are in another one. */
const mayNotifyIn =
  ({ from, to }: Period) =>
  ({ since, until }: StoredCheckIn): boolean =>
    [since, until ?? Infinity].some((at) => from < at + MISSED_AFTER_MS && at + MISSED_AFTER_MS <= to);

async function phasesOf(
  { trackingApi }: Working,
  { ownerId, deviceId, since, until }: StoredCheckIn,
  { company, period }: { readonly company: Company; readonly period: Period },
): Promise<readonly InspectionPhase[]> {
  const device = await trackingApi.device(ownerId, deviceId, soon());
  // It is gone, or another company's by now.
  if (device === null) return [];
  return phasesToNotify(
    { deviceId, since, until },
    {
      wanted: wantedPhases(company.checklists, device.category),
      done: company.doneOf.get(deviceId) ?? [],
      period,
    },
  );
}

const reminderOf = ({ deviceId, driverUniqueId, since }: StoredCheckIn, phase: InspectionPhase) => {
  const at = new Date(since).toISOString();
  return {
    deviceId,
    key: `inspection/${phase}`,
    occurrence: at,
    type: 'inspectionMissed',
    attributes: { driverUniqueId, phase, since: at },
  } as const;
};
