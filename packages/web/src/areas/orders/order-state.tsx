import type { OrderState } from '@rastro/fleet/orders';
import {
  Ban,
  CircleAlert,
  CircleCheck,
  Clock3,
  MapPin,
  Truck,
  UserRoundCheck,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StateChip, type StateChipProps } from '../../ui/state-chip.tsx';

interface StateStyle {
  readonly icon: LucideIcon;
  readonly tone: StateChipProps['tone'];
}
const STYLES: Readonly<Record<OrderState, StateStyle>> = {
  planned: { icon: Clock3, tone: 'warning' },
  assigned: { icon: UserRoundCheck, tone: 'plain' },
  underWay: { icon: Truck, tone: 'plain' },
  arrived: { icon: MapPin, tone: 'plain' },
  done: { icon: CircleCheck, tone: 'plain' },
  failed: { icon: CircleAlert, tone: 'bad' },
  cancelled: { icon: Ban, tone: 'plain' },
};

/** State of an order in words. */
export function OrderStateChip({ state }: { readonly state: OrderState }) {
  const { t } = useTranslation('orders');
  return <StateChip {...STYLES[state]}>{t(`orders:state.${state}`)}</StateChip>;
}
