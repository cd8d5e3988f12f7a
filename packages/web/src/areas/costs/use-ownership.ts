import { monthsBetween } from '@rastro/fleet/billing';
import {
  costsBy,
  ownershipReport,
  periodOf,
  type OwnershipReport,
  type VehiclePurchase,
  type VehicleUse,
} from '@rastro/fleet/costs';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDeviceNames } from '../../kernel/fleet/use-device-names.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, type Services } from '../../kernel/services.tsx';
import { totalsOfMonth, useHasDistances, type ReportMonths } from './use-cost-report.ts';
import { COSTS_KEY } from './use-costs.ts';

const PAGE = 500;
type Clients = Pick<Services, 'client' | 'extension'>;
interface Asked extends ReportMonths {
  readonly zone: string;
  readonly hasUse: boolean;
}
interface Answered {
  readonly ledger: ReadonlyMap<number, number>;
  readonly purchases: ReadonlyMap<number, readonly VehiclePurchase[]>;
  readonly uses: ReadonlyMap<number, VehicleUse>;
}

/** Total cost of ownership of every vehicle in some months; without the right to reports no use is known. */
export function useOwnership(months: ReportMonths) {
  const services = useServices();
  const zone = useZone();
  const hasUse = useHasDistances();
  const names = useDeviceNames();
  const { from, to } = months;
  const query = useQuery<Answered>({
    queryKey: [...COSTS_KEY, 'ownership', months, zone, hasUse],
    queryFn: ({ signal }) => readAll(services, { ...months, zone, hasUse }, signal),
  });
  const { data } = query;
  const report = useMemo((): OwnershipReport<number> | undefined => {
    const period = { from: periodOf(from).from, to: periodOf(to).to };
    return data && ownershipReport({ ...data, keys: [...names.keys()] }, period);
  }, [data, names, from, to]);
  return { hasUse, query, report, names, purchases: data?.purchases };
}

async function readAll(services: Clients, asked: Asked, signal: AbortSignal): Promise<Answered> {
  const { from, to, zone, hasUse } = asked;
  const sums = valueOf(await services.extension.costs.sums({ from, to }, signal));
  const ledger = costsBy(sums, ({ deviceId }) => [deviceId]);
  const purchases = Map.groupBy(await allPurchases(services, signal), ({ deviceId }) => deviceId);
  const uses = new Map<number, VehicleUse>();
  for (const month of hasUse ? monthsBetween(from, to) : [])
    for (const line of await totalsOfMonth(services, { month, by: 'vehicle', zone }, signal)) {
      // Without one report it is not known that it stood.
      if (line.reporting === 0) continue;
      const { metres = 0, engineMs = 0 } = uses.get(line.deviceId) ?? {};
      uses.set(line.deviceId, {
        metres: metres + line.distance,
        engineMs: engineMs + line.engineHours,
      });
    }
  return { ledger, purchases, uses };
}

async function allPurchases(
  { extension }: Clients,
  signal: AbortSignal,
): Promise<readonly VehiclePurchase[]> {
  const found: VehiclePurchase[] = [];
  for (let after: string | null = ''; after !== null;) {
    const place: { after?: string } = after === '' ? {} : { after };
    const page = valueOf(await extension.costs.purchases({ limit: PAGE, ...place }, signal));
    found.push(...page.purchases);
    after = page.next;
  }
  return found;
}
