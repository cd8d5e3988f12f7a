import {
  isOpen,
  isOverdue,
  isPaid,
  type CivilMonth,
  type Invoice,
  type InvoiceStatus,
} from '@rastro/fleet/billing';
import type { Language } from '@rastro/fleet';
import { Ban, CircleAlert, CircleCheck, Clock3, RotateCcw, type LucideIcon } from 'lucide-react';
import type { StateChipProps } from '../../ui/state-chip.tsx';

export interface StatusStyle {
  readonly icon: LucideIcon;
  readonly tone: StateChipProps['tone'];
}

/** Style of a status; its label says which one it is. */
export function statusStyleOf(status: InvoiceStatus): StatusStyle {
  if (isOverdue(status)) return { icon: CircleAlert, tone: 'bad' };
  if (isPaid(status)) return { icon: CircleCheck, tone: 'plain' };
  if (isOpen(status)) return { icon: Clock3, tone: 'warning' };
  return { icon: status === 'CANCELED' ? Ban : RotateCcw, tone: 'plain' };
}

/** A month in words: `May 2026`. */
export const monthText = (month: CivilMonth, language: Language, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(language, {
    month: style,
    ...(style === 'long' ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-01T00:00:00Z`));

/** Whether the invoice may still be canceled by hand. */
export const mayCancel = ({ status }: Pick<Invoice, 'status'>): boolean =>
  isOpen(status) && status !== 'DUNNING_REQUESTED';
export const mayReceive = ({ status }: Pick<Invoice, 'status'>): boolean =>
  isOpen(status) && status !== 'AWAITING_RISK_ANALYSIS';
