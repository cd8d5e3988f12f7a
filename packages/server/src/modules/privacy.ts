import {
  accessLogHandlers,
  acknowledgedHandlers,
  costSubjects,
  erasureJob,
  forgetAccessLog,
  forgetOldActions,
  hoursSubjects,
  inspectionSubjects,
  logHandlers,
  openAccessLog,
  qrLogins,
  subjectHandlers,
  orderSubjects,
  wallSubject,
  type AccessLog,
  type QrDeps,
  type SubjectDeps,
} from '@rastro/extension';
import type { ModuleDeps, ProductModule } from './module.ts';

type Handlers = ReturnType<typeof accessLogHandlers> &
  ReturnType<typeof acknowledgedHandlers> &
  ReturnType<typeof logHandlers> &
  ReturnType<typeof subjectHandlers>;

/** Audit log, access log, acknowledged events, and the rights of users and drivers over their data. */
export function openPrivacy(
  { settings, storage, trackerStorage, clock, log }: ModuleDeps,
  qr: QrDeps,
): ProductModule<Handlers> & { readonly accessLog: AccessLog; close(): Promise<void> } {
  const accessLog = openAccessLog({ storage, clock, log });
  const { trackingApi, brand, checkInStore: checkIns } = qr;
  const retentionDays = settings.AUDIT_DAYS;
  const subjects: SubjectDeps = {
    storage,
    log: qr.log,
    trackingApi,
    brand,
    clock,
    logins: qrLogins(qr),
    checkIns,
    walls: wallSubject(storage),
    orders: orderSubjects(storage),
    costs: costSubjects(storage),
    hours: hoursSubjects(storage),
    inspections: inspectionSubjects(storage),
    retentionDays,
    accessLog,
    logs: trackerStorage ? [trackerStorage, storage] : [storage],
  };
  return {
    accessLog,
    handlers: {
      ...logHandlers({ log: trackerStorage ?? storage, clock }),
      ...subjectHandlers(subjects),
      ...accessLogHandlers({ storage, log: accessLog, checkIns, trackingApi, clock, brand, retentionDays }),
      ...acknowledgedHandlers(storage),
    },
    jobs: [
      forgetOldActions(storage, retentionDays),
      forgetAccessLog(storage, retentionDays),
      erasureJob(subjects),
    ],
    close: () => accessLog.close(),
  };
}
