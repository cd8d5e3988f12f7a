import type { InvoiceStatus } from '@rastro/fleet/billing';
import { useTranslation } from 'react-i18next';
import { StateChip } from '../../ui/state-chip.tsx';
import { statusStyleOf } from './invoice-text.ts';

export function InvoiceStatusChip({ status }: { readonly status: InvoiceStatus }) {
  const { t } = useTranslation('billing');
  return <StateChip {...statusStyleOf(status)}>{t(`billing:status.${status}`)}</StateChip>;
}
