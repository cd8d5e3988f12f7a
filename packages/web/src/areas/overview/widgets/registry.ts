import type { WidgetKind } from '@rastro/fleet/layouts';
import {
  BellRing,
  CarFront,
  CircleDot,
  Fuel,
  Gauge,
  HandCoins,
  Hexagon,
  IdCard,
  PackageCheck,
  PackageOpen,
  PiggyBank,
  ReceiptText,
  Route,
  SatelliteDish,
  Store,
  Timer,
  TrendingUp,
  Trophy,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { latePart } from '../../../ui/late-part.tsx';
import { RankingSettings } from './ranking/ranking-settings.tsx';
import { SilentSettings } from './silent/silent-settings.tsx';
import type { WidgetProps, WidgetSettingsProps } from './widget-props.ts';

/** All that the overview knows of a kind of widget; its rights stand in fleet, its name is `overview:kind.<kind>`. */
export interface WidgetEntry {
  readonly icon: LucideIcon;
  /** Columns and rows: of a new one, and at least. */
  readonly size: { readonly w: number; readonly h: number };
  readonly least: { readonly w: number; readonly h: number };
  readonly Body: ComponentType<WidgetProps>;
  /** Fields that are shown above it while editing; null = there is nothing to choose. */
  readonly Settings: ComponentType<WidgetSettingsProps> | null;
}
const entry = (
  icon: LucideIcon,
  [w, h]: readonly [number, number],
  load: () => Promise<ComponentType<WidgetProps>>,
  Settings: WidgetEntry['Settings'] = null,
): WidgetEntry => ({
  icon,
  size: { w, h },
  least: { w: 2, h: 2 },
  Body: latePart('notice', load),
  Settings,
});

/** Every kind, each in a folder of its own; in the order in which the dialog offers them. */
export const WIDGETS: Readonly<Record<WidgetKind, WidgetEntry>> = {
  alarms: entry(BellRing, [4, 4], async () => (await import('./alarms/alarms.tsx')).AlarmsWidget),
  silent: entry(
    SatelliteDish,
    [4, 4],
    async () => (await import('./silent/silent.tsx')).SilentWidget,
    SilentSettings,
  ),
  services: entry(Wrench, [4, 4], async () => (await import('./services/services.tsx')).ServicesWidget),
  driven: entry(Route, [4, 4], async () => (await import('./driven/driven.tsx')).DrivenWidget),
  safety: entry(Gauge, [4, 4], async () => (await import('./safety/safety.tsx')).SafetyWidget),
  ranking: entry(
    Trophy,
    [4, 4],
    async () => (await import('./ranking/ranking.tsx')).RankingWidget,
    RankingSettings,
  ),
  use: entry(CarFront, [4, 3], async () => (await import('./use/use.tsx')).UseWidget),
  fuel: entry(Fuel, [4, 4], async () => (await import('./fuel/fuel.tsx')).FuelWidget),
  budgets: entry(PiggyBank, [4, 4], async () => (await import('./budgets/budgets.tsx')).BudgetsWidget),
  states: entry(CircleDot, [4, 3], async () => (await import('./states/states.tsx')).StatesWidget),
  presence: entry(Hexagon, [4, 4], async () => (await import('./presence/presence.tsx')).PresenceWidget),
  licences: entry(IdCard, [4, 3], async () => (await import('./licences/licences.tsx')).LicencesWidget),
  orders: entry(PackageCheck, [4, 4], async () => (await import('./orders/orders.tsx')).OrdersWidget),
  punctuality: entry(
    Timer,
    [4, 3],
    async () => (await import('./punctuality/punctuality.tsx')).PunctualityWidget,
  ),
  customers: entry(Store, [4, 4], async () => (await import('./customers/customers.tsx')).CustomersWidget),
  growth: entry(TrendingUp, [4, 3], async () => (await import('./growth/growth.tsx')).GrowthWidget),
  stock: entry(PackageOpen, [4, 3], async () => (await import('./stock/stock.tsx')).StockWidget),
  invoices: entry(ReceiptText, [4, 3], async () => (await import('./invoices/invoices.tsx')).InvoicesWidget),
  debtors: entry(HandCoins, [4, 4], async () => (await import('./debtors/debtors.tsx')).DebtorsWidget),
};
