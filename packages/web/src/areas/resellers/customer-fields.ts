import type { ResellerCustomer } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';

export const CUSTOMER_FIELDS = [
  'email',
  'state',
  'vehicles',
  'online',
  'silent',
  'limit',
  'resellerLimit',
  'users',
  'userLimit',
  'lastSeen',
  'expires',
  'overdue',
] as const;
type CustomerField = (typeof CUSTOMER_FIELDS)[number];

/** Returns the text of a customer's field; empty = nothing to show. */
export function useCustomerFieldText(): (
  customer: ResellerCustomer,
) => Readonly<Record<CustomerField, string>> {
  const { t } = useTranslation('reseller');
  const format = useFormat();
  const limit = (max: number): string => (max < 0 ? t('reseller:unlimited') : format.number(max));
  const when = (instant: string | null): string =>
    instant === null ? '' : format.dateTime(Date.parse(instant));
  return (customer) => ({
    email: customer.email,
    state: t(`reseller:state.${customer.state}`),
    vehicles: format.number(customer.devices),
    online: format.number(customer.online),
    silent: format.number(customer.silent),
    limit: limit(customer.deviceLimit),
    resellerLimit: customer.isReseller ? limit(customer.resellerLimit) : '',
    users: format.number(customer.users),
    userLimit: limit(customer.userLimit),
    lastSeen: when(customer.lastSeen) || t('reseller:never'),
    expires: when(customer.expirationTime),
    overdue:
      customer.overdue === null || customer.overdue.count === 0
        ? ''
        : t('reseller:debt', {
            count: customer.overdue.count,
            value: format.money(customer.overdue.value),
          }),
  });
}
