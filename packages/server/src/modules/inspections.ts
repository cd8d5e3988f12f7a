import {
  inspectionHandlers,
  missedInspectionsJob,
  OwnerQueue,
  signedInDriver,
  type CompaniesOf,
  type QrDeps,
} from '@rastro/extension';
import { imageKindOf, reencode } from '@rastro/outgoing';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Inspections of vehicles. @param qr Knows whose a driver's session is, and what they drive. */
export function openInspections(
  { storage, trackingApi, clock, raise }: ModuleDeps,
  qr: QrDeps,
  companiesOf: CompaniesOf,
): ProductModule<ReturnType<typeof inspectionHandlers>> {
  const checkIns = qr.checkInStore;
  const deps = { storage, trackingApi, clock, companiesOf, checkIns };
  return {
    handlers: inspectionHandlers({
      ...deps,
      driverOf: (caller) => signedInDriver(qr, caller),
      picture: async (bytes) => {
        const kind = imageKindOf(bytes);
        return kind && reencode(kind, bytes);
      },
      queue: new OwnerQueue(),
    }),
    jobs: [missedInspectionsJob(deps, raise)],
  };
}
