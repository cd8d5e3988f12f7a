import type { ResellerCustomer } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import type { RowCell } from '../../ui/sheets/sheet-value.ts';
import { useSheetValues } from '../../kernel/formats/use-sheet-values.ts';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { CUSTOMER_FIELDS, useCustomerFieldText } from './customer-fields.ts';

/** Exports the list, in its order, as a file. */
export function CustomerSheet({ customers }: { readonly customers: readonly ResellerCustomer[] }) {
  const { t } = useTranslation('reseller');
  const fieldTexts = useCustomerFieldText();
  const cells = useSheetValues();
  const rows = (): readonly (readonly RowCell[])[] => [
    [t('reseller:sort.name'), ...CUSTOMER_FIELDS.map((field) => t(`reseller:fact.${field}`))],
    ...customers.map((customer) => {
      const texts = fieldTexts(customer);
      const { devices, online, silent, users, lastSeen, expirationTime, overdue } = customer;
      const figures: Partial<Record<(typeof CUSTOMER_FIELDS)[number], RowCell>> = {
        vehicles: cells.number(devices),
        online: cells.number(online),
        silent: cells.number(silent),
        users: cells.number(users),
        ...(lastSeen !== null && { lastSeen: cells.instant(lastSeen) }),
        expires: cells.instant(expirationTime),
        overdue: cells.money(overdue === null || overdue.count === 0 ? null : overdue.value),
      };
      return [customer.name, ...CUSTOMER_FIELDS.map((field) => figures[field] ?? texts[field])];
    }),
  ];
  return <RowsMenu name={t('reseller:title')} rows={rows} />;
}
