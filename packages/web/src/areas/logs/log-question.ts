import type { LogSubject } from '@rastro/tracking-client';

export const LOG_TABS = ['server', 'users', 'devices'] as const;
export type LogTab = (typeof LOG_TABS)[number];

/** Query of the address. */
export interface LogQuestion {
  readonly tab: LogTab;
  /** 0 = everybody. */
  readonly userId: number;
  /** A device or user that it was done to; 0 = any. */
  readonly objectId: number;
  readonly action: string;
  readonly text: string;
  readonly isOldestFirst: boolean;
}

const idIn = (text: string | null): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);

export function readQuestion(search: URLSearchParams): LogQuestion {
  return {
    tab: LOG_TABS.find((tab) => tab === search.get('tab')) ?? 'server',
    userId: idIn(search.get('user')),
    objectId: idIn(search.get('object')),
    action: search.get('act') ?? '',
    text: search.get('q') ?? '',
    isOldestFirst: search.get('sort') === 'oldest',
  };
}

/** Subject and filters of the log. */
export function askedOf({ tab, userId, objectId, action, text, isOldestFirst }: LogQuestion): {
  readonly of: LogSubject;
  readonly query: {
    readonly userId?: number;
    readonly objectType?: string;
    readonly objectId?: number;
    readonly actionType?: string;
    readonly text?: string;
    readonly oldest?: boolean;
  };
} {
  const query = {
    ...(action === '' ? {} : { actionType: action }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(isOldestFirst ? { oldest: true } : {}),
  };
  const user = userId > 0 ? { userId } : {};
  const what = objectId > 0 ? { objectId } : {};
  if (tab === 'devices' && objectId > 0) return { of: { deviceId: objectId }, query: { ...query, ...user } };
  if (tab === 'devices') return { of: 'server', query: { ...query, ...user, objectType: 'device' } };
  // What a user did, or what was done to accounts.
  if (tab === 'users' && userId > 0) return { of: { userId }, query: { ...query, ...what } };
  if (tab === 'users') return { of: 'server', query: { ...query, ...what, objectType: 'user' } };
  return { of: 'server', query: { ...query, ...user, ...what } };
}
