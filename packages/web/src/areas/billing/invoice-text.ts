import { isOpen, isOverdue, isPaid, type Invoice, type InvoiceStatus } from '@rastro/fleet/billing';
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

/** Whether the invoice may still be canceled by hand. */
export const mayCancel = ({ status }: Pick<Invoice, 'status'>): boolean =>
  isOpen(status) && status !== 'DUNNING_REQUESTED';
export const mayReceive = ({ status }: Pick<Invoice, 'status'>): boolean =>
  isOpen(status) && status !== 'AWAITING_RISK_ANALYSIS';
