import {
  budgetJob,
  costHandlers,
  OwnerQueue,
  recurringCostJob,
  type CompaniesOf,
  type CostDeps,
} from '@rastro/extension';
import { imageKindOf, reencode } from '@rastro/outgoing';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Pixels of the longer side: the small print of a long receipt is read. */
const RECEIPT_SIDE = 2048;

/** Costs of the vehicles of companies. @param today Day in the zone of the installation. */
export function openCosts(
  { storage, trackingApi, clock, raise }: ModuleDeps,
  companiesOf: CompaniesOf,
  today: CostDeps['today'],
): ProductModule<ReturnType<typeof costHandlers>> {
  const deps = { storage, trackingApi, clock, companiesOf, today, raise };
  const handlers = costHandlers({
    ...deps,
    picture: async (bytes) => {
      const kind = imageKindOf(bytes);
      return kind && reencode(kind, bytes, RECEIPT_SIDE);
    },
    queue: new OwnerQueue(),
  });
  return { handlers, jobs: [recurringCostJob(deps), budgetJob(deps)] };
}
