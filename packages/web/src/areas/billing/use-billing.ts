import type { BillingSummary, InvoiceDetail, InvoicePage, OwnInvoice } from '@rastro/fleet/billing';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { askedInvoices, type BillingQuestion } from './invoice-question.ts';

/** Everything about invoices: whatever is written touches all of it. */
export const BILLING_KEY = ['billing'] as const;

export function useSummary() {
  const { extension } = useServices();
  return useQuery<BillingSummary>({
    queryKey: [...BILLING_KEY, 'summary'],
    queryFn: async ({ signal }) => valueOf(await extension.billing.summary(signal)),
  });
}

/** Pages of invoices, the next one when it is asked for. */
export function useInvoices(question: BillingQuestion) {
  const { extension } = useServices();
  const query = askedInvoices(question);
  return useInfiniteQuery({
    queryKey: [...BILLING_KEY, 'list', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<InvoicePage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.billing.list({ ...query, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}

export function useInvoice(id: number) {
  const { extension } = useServices();
  return useQuery<InvoiceDetail>({
    queryKey: [...BILLING_KEY, 'one', id],
    queryFn: async ({ signal }) => valueOf(await extension.billing.read(id, signal)),
  });
}

export function useOwnInvoices() {
  const { extension } = useServices();
  return useQuery<readonly OwnInvoice[]>({
    queryKey: [...BILLING_KEY, 'own'],
    queryFn: async ({ signal }) => valueOf(await extension.billing.mine(signal)),
  });
}
