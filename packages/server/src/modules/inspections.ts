import {
  inspectionHandlers,
  OwnerQueue,
  signedInDriver,
  type CompaniesOf,
  type QrDeps,
} from '@rastro/extension';
import { imageKindOf, reencode } from '@rastro/outgoing';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Inspections of vehicles. @param qr Knows whose a driver's session is, and what they drive. */
export const openInspections = (
  { storage, trackingApi, clock }: ModuleDeps,
  qr: QrDeps,
  companiesOf: CompaniesOf,
): ProductModule<ReturnType<typeof inspectionHandlers>> => ({
  handlers: inspectionHandlers({
    storage,
    trackingApi,
    clock,
    companiesOf,
    driverOf: (caller) => signedInDriver(qr, caller),
    checkIns: qr.checkInStore,
    picture: async (bytes) => {
      const kind = imageKindOf(bytes);
      return kind && reencode(kind, bytes);
    },
    queue: new OwnerQueue(),
  }),
  jobs: [],
});
