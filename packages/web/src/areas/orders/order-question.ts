import {
  OPEN_ORDER_STATES,
  ORDER_RISKS,
  ORDER_STATES,
  type OrderRisk,
  type OrderState,
} from '@rastro/fleet/orders';
import type { OrderQuestion } from '@rastro/tracking-client';
import { readCivilDate } from '@rastro/fleet/billing';
import { endOfDay, momentOf } from '../../i18n/zoned-time.ts';
import { readChosen, type ChosenVehicles } from '../../kernel/fleet/chosen-address.ts';

/** Which orders are shown: those that are not over, all, those of one state, or those of a day that are late or may be. */
export const SHOWN_STATES = ['open', 'all', ...ORDER_STATES, ...ORDER_RISKS] as const;
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
  /** Vehicles and groups that the list is limited to; both empty = none. */
  readonly chosen: ChosenVehicles;
  readonly sort: (typeof ORDER_SORTS)[number];
  readonly isDown: boolean;
}

export const readOrderView = (search: URLSearchParams): OrderView => ({
  text: search.get('q') ?? '',
  state: SHOWN_STATES.find((state) => state === search.get('state')) ?? 'open',
  day: search.get('day') ?? '',
  deviceId: numberIn(search.get('device')),
  chosen: readChosen(search),
  sort: ORDER_SORTS.find((sort) => sort === search.get('sort')) ?? 'time',
  isDown: search.get('order') === 'down',
});
const numberIn = (text: string | null): number => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0);

export const isNarrowed = ({ text, state, day, deviceId, chosen }: OrderView): boolean =>
  state !== 'open' || deviceId > 0 || text !== '' || day !== '' || isLimited(chosen);
const isLimited = ({ deviceIds, groupIds }: ChosenVehicles): boolean =>
  deviceIds.length + groupIds.length > 0;

/** Null = it is a state. */
export const riskOf = (state: ShownState): OrderRisk | null =>
  ORDER_RISKS.find((risk) => risk === state) ?? null;

export const statesOf = (state: ShownState): readonly OrderState[] =>
  state === 'open' ? OPEN_ORDER_STATES : ORDER_STATES.filter((each) => each === state);

/** The same, as the server is asked; a day that is not finished narrows nothing, but risks are those of a day. */
export function askedOrders(view: OrderView, zone: string, today: string): OrderQuestion {
  const { text, state, deviceId, chosen, sort, isDown } = view;
  const risk = riskOf(state);
  const isTyped = readCivilDate(view.day) !== null;
  const day = isTyped || risk === null ? view.day : today;
  const isDay = readCivilDate(day) !== null;
  // A vehicle that is picked is one of those that the list was limited to, or another one.
  const vehicles = deviceId > 0 ? { deviceId: [deviceId] } : isLimited(chosen) ? ofChosen(chosen) : {};
  return {
    state: statesOf(state),
    sort,
    ...(isDown && { descending: true }),
    ...(text.trim() !== '' && { text: text.trim() }),
    ...vehicles,
    ...(risk !== null && { risk }),
    ...(isDay && {
      from: new Date(momentOf(`${day}T00:00`, zone)).toISOString(),
      to: new Date(endOfDay(day, zone)).toISOString(),
    }),
  };
}
/** As the server is asked for them. */
export const ofChosen = ({ deviceIds, groupIds }: ChosenVehicles) => ({
  deviceId: deviceIds,
  groupId: groupIds,
});
