import type { Driver } from '@rastro/fleet';
import type { OrderReport } from '@rastro/fleet/orders';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useGroupNames } from '../../kernel/queries/use-group-names.ts';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { askedReport, isPeriod, type ReportView } from './report-question.ts';
import { ORDERS_KEY } from './use-orders.ts';

const STALE_MS = 60_000;
interface Choice {
  readonly value: string;
  readonly label: string;
}
const byLabel = (choices: readonly Choice[]): readonly Choice[] =>
  choices.toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));

export function useGroupChoices(): readonly Choice[] {
  const names = useGroupNames();
  return useMemo(
    () => byLabel([...names].map(([id, name]) => ({ value: String(id), label: name }))),
    [names],
  );
}

export function useDriverChoices(): readonly Choice[] {
  const { client } = useServices();
  const { may } = useRights();
  const { data } = useQuery<readonly Driver[]>({
    queryKey: ['drivers', 'choices'],
    enabled: may('drivers.view'),
    queryFn: async ({ signal }) => valueOf(await client.drivers.list({}, signal)),
  });
  return useMemo(
    () => byLabel((data ?? []).map(({ uniqueId, name }) => ({ value: uniqueId, label: name }))),
    [data],
  );
}

/** Customers of the period, and the one that is chosen. @param isWanted Somebody is about to choose. */
export function useCustomerChoices(view: ReportView, isWanted: boolean): readonly Choice[] {
  const { extension } = useServices();
  const zone = useZone();
  const { customer, ...others } = view;
  const isAsked = isWanted && isPeriod(view);
  const asked = isAsked ? askedReport({ ...others, customer: '' }, 'customer', zone) : {};
  const { data } = useQuery<OrderReport>({
    queryKey: [...ORDERS_KEY, 'report', asked],
    enabled: isAsked,
    staleTime: STALE_MS,
    queryFn: async ({ signal }) => valueOf(await extension.orders.report(asked, signal)),
  });
  return useMemo(() => {
    const names = new Set((data?.groups ?? []).map(({ name }) => name));
    if (customer !== '') names.add(customer);
    return byLabel([...names].map((name) => ({ value: name, label: name })));
  }, [data, customer]);
}
