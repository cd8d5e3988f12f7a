import type { ResellerCustomer } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { FACTS, useCustomerFacts } from './customer-facts.ts';

/** What is shown, in its order, as a file. */
export function CustomerSheet({ customers }: { readonly customers: readonly ResellerCustomer[] }) {
  const { t } = useTranslation('reseller');
  const factsOf = useCustomerFacts();
  const rows = (): readonly (readonly string[])[] => [
    [t('reseller:sort.name'), ...FACTS.map((fact) => t(`reseller:fact.${fact}`))],
    ...customers.map((customer) => {
      const facts = factsOf(customer);
      return [customer.name, ...FACTS.map((fact) => facts[fact])];
    }),
  ];
  return <RowsMenu name={t('reseller:title')} rows={rows} />;
}
