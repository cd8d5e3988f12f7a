import type { CostKind } from '@rastro/fleet/costs';
import {
  CircleDot,
  Coins,
  Fuel,
  KeyRound,
  Landmark,
  OctagonAlert,
  ShieldCheck,
  Ticket,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import styles from './costs.module.css';

const ICONS: Readonly<Record<CostKind, LucideIcon>> = {
  fuel: Fuel,
  service: Wrench,
  tyres: CircleDot,
  fines: OctagonAlert,
  tolls: Ticket,
  insurance: ShieldCheck,
  tax: Landmark,
  lease: KeyRound,
  other: Coins,
};

/** Symbol of a kind of cost, beside its name. */
export function KindIcon({ kind }: { readonly kind: CostKind }) {
  const Icon = ICONS[kind];
  return <Icon className={styles.icon} size={16} aria-hidden />;
}
