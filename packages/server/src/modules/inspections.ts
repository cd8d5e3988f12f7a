import {
  brandOfPapers,
  inspectionHandlers,
  missedInspectionsJob,
  OwnerQueue,
  signedInDriver,
  type BillingDeps,
  type BrandDeps,
  type CompaniesOf,
  type QrDeps,
} from '@rastro/extension';
import { imageKindOf, reencode } from '@rastro/outgoing';
import type { RegistryBrandHeads } from '../brand-heads.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

interface InspectionInput {
  /** Knows whose a driver's session is, and what they drive. */
  readonly qr: QrDeps;
  readonly companiesOf: CompaniesOf;
  readonly billing: Pick<BillingDeps, 'tree' | 'installation'>;
  readonly heads: RegistryBrandHeads;
  readonly registry: BrandDeps['registry'];
}

/** Inspections of vehicles. */
export function openInspections(
  { storage, trackingApi, clock, raise }: ModuleDeps,
  { qr, companiesOf, billing, heads, registry }: InspectionInput,
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
      brandOf: brandOfPapers({
        billing,
        headOf: heads.headOf,
        logoOf: heads.logoOf,
        titleOf: (owner) => registry.published(owner).config.title,
      }),
      readerOf: async (caller) => (await billing.installation()).preferencesOf(caller),
    }),
    jobs: [missedInspectionsJob(deps, raise)],
  };
}
