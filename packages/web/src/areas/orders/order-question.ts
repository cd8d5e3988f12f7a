import { OPEN_ORDER_STATES, ORDER_STATES, type OrderState } from '@rastro/fleet/orders';
import type { OrderQuestion } from '@rastro/tracking-client';
import { readCivilDate } from '@rastro/fleet/billing';
import { momentOf } from '../../i18n/zoned-time.ts';

/** Which orders are shown: those that are not over, all, or those of one state. */
export const SHOWN_STATES = ['open', 'all', ...ORDER_STATES] as const;
export type ShownState = (typeof SHOWN_STATES)[number];
export const ORDER_SORTS = ['time', 'customer'] as const;

/** Query of the address. */
export interface OrderView {
  readonly text: string;
  readonly state: ShownState;
  /** Day of the window, YYYY-MM-DD; empty = any. */
  readonly day: string;
  /** 0 = of any. */
  readonly deviceId: number;
  readonly sort: (typeof ORDER_SORTS)[number];
  readonly isDown: boolean;
}

export const readOrderView = (search: URLSearchParams): OrderView => ({
  text: search.get('q') ?? '',
  state: SHOWN_STATES.find((state) => state === search.get('state')) ?? 'open',
  day: search.get('day') ?? '',
  deviceId: numberIn(search.get('device')),
  sort: ORDER_SORTS.find((sort) => sort === search.get('sort')) ?? 'time',
  isDown: search.get('order') === 'down',
});
const numberIn = (text: string | null): number => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

export const isNarrowed = ({ text, state, day, deviceId }: OrderView): boolean =>
  state !== 'open' || deviceId > 0 || text !== '' || day !== '';

export const statesOf = (state: ShownState): readonly OrderState[] =>
  state === 'all' ? [] : state === 'open' ? OPEN_ORDER_STATES : [state];

/** The same, as the server is asked; a day that is not finished narrows nothing. */
export function askedOrders(view: OrderView, zone: string): OrderQuestion {
  const { text, state, day, deviceId, sort, isDown } = view;
  const isDay = readCivilDate(day) !== null;
  const at = (time: string): string => new Date(momentOf(`${day}T${time}`, zone)).toISOString();
  return {
    state: statesOf(state),
    sort,
    ...(isDown && { descending: true }),
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(deviceId > 0 && { deviceId: [deviceId] }),
    ...(isDay && { from: at('00:00'), to: at('23:59') }),
  };
}
