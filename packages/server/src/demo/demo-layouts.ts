import {
  compactUp,
  standardLayout,
  type LayoutContent,
  type Widget,
  type WidgetKind,
} from '@rastro/fleet/layouts';
import type { DemoClient } from './demo-client.ts';

type Placed = readonly [kind: WidgetKind, x: number, y: number, w: number, h: number];
const layout = (
  name: string,
  preset: 'today' | 'thisMonth' | '30d',
  placed: readonly Placed[],
): LayoutContent => ({
  name,
  period: { preset },
  groupIds: [],
  deviceIds: [],
  widgets: placed.map(([kind, x, y, w, h], at) => ({ id: `${kind}-${at}`, kind, x, y, w, h, settings: {} })),
});

/** First overview of the customers of a reseller, until they make one of their own. */
const FOR_CUSTOMERS = layout('Minha frota', '30d', [
  ['states', 0, 0, 4, 3],
  ['alarms', 4, 0, 4, 3],
  ['services', 8, 0, 4, 3],
  ['driven', 0, 3, 6, 4],
  ['safety', 6, 3, 6, 4],
]);
/** Beside the usual one: the page for the meeting on Monday. */
const COSTS = layout('Custos e condução', 'thisMonth', [
  ['fuel', 0, 0, 6, 4],
  ['use', 6, 0, 6, 4],
  ['ranking', 0, 4, 6, 5],
  ['budgets', 6, 4, 6, 5],
  ['safety', 0, 9, 6, 5],
]);
/** Above the usual ones, for who plans orders. */
const ORDERS_ROWS = 3;
const ORDERS = layout('', 'today', [
  ['orders', 0, 0, 8, ORDERS_ROWS],
  ['punctuality', 8, 0, 4, ORDERS_ROWS],
]);
const below = (widget: Widget): Widget => ({ ...widget, y: widget.y + ORDERS_ROWS });
const BUSINESS: ReadonlySet<WidgetKind> = new Set(['customers', 'growth', 'stock', 'invoices', 'debtors']);

/** Own overviews of the large customer, and the default of a reseller. Repeated, it adds nothing twice. */
export async function addLayouts(
  { customer, reseller }: { readonly customer: DemoClient; readonly reseller: DemoClient },
  path: string,
): Promise<void> {
  await reseller.call({ method: 'PUT', path: `${path}/layouts/default`, body: FOR_CUSTOMERS });
  const standard = standardLayout('Visão geral', (kind) => !BUSINESS.has(kind));
  const own = [
    { ...standard, widgets: compactUp([...ORDERS.widgets, ...standard.widgets.map(below)]) },
    COSTS,
  ];
  const found = Object(await customer.call({ method: 'GET', path: `${path}/layouts` }));
  const before: readonly { readonly name: string }[] = Array.isArray(found.layouts) ? found.layouts : [];
  for (const body of own)
    if (!before.some(({ name }) => name === body.name))
      await customer.call({ method: 'POST', path: `${path}/layouts`, body });
}
