import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { useWidgetQuery } from './use-widget-query.ts';

/** Own customers; several widgets read them once. */
export function useCustomersQuery() {
  const { extension } = useServices();
  return useWidgetQuery(['customers'], async ({ signal }) =>
    valueOf(await extension.customers(null, signal)),
  );
}
