import {
  budgetJob,
  costHandlers,
  recurringCostJob,
  type CompaniesOf,
  type CostDeps,
} from '@rastro/extension';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Costs of the vehicles of companies. @param today Day in the zone of the installation. */
export function openCosts(
  { storage, trackingApi, clock, raise }: ModuleDeps,
  companiesOf: CompaniesOf,
  today: CostDeps['today'],
): ProductModule<ReturnType<typeof costHandlers>> {
  const deps = { storage, trackingApi, clock, companiesOf, today, raise };
  return { handlers: costHandlers(deps), jobs: [recurringCostJob(deps), budgetJob(deps)] };
}
