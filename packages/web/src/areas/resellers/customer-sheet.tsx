import type { ResellerCustomer } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { FACTS, useCustomerFacts } from './customer-facts.ts';

/** What is shown, in its order, as a file. */
export function CustomerSheet({ customers }: { readonly customers: readonly ResellerCustomer[] }) {
  const { t } = useTranslation('reseller');
  const factsOf = useCustomerFacts();
  const cells = useSheetValues();
  const rows = (): readonly (readonly RowCell[])[] => [
    [t('reseller:sort.name'), ...FACTS.map((fact) => t(`reseller:fact.${fact}`))],
    ...customers.map((customer) => {
      const facts = factsOf(customer);
      const { devices, online, silent, users, lastSeen, expirationTime, overdue } = customer;
      const figures: Partial<Record<(typeof FACTS)[number], RowCell>> = {
        vehicles: cells.number(devices),
        online: cells.number(online),
        silent: cells.number(silent),
        users: cells.number(users),
        ...(lastSeen !== null && { lastSeen: cells.instant(lastSeen) }),
        expires: cells.instant(expirationTime),
        overdue: cells.money(overdue === null || overdue.count === 0 ? null : overdue.value),
      };
      return [customer.name, ...FACTS.map((fact) => figures[fact] ?? facts[fact])];
    }),
  ];
  return <RowsMenu name={t('reseller:title')} rows={rows} />;
}
