import type { WidgetSettings } from '@rastro/fleet/layouts';
import type { Period } from '../../../kernel/period/period.ts';

/** Vehicles and period that every widget of an overview is about. */
export interface Scope {
  /** As they were chosen; both empty = all that the reader sees. */
  readonly deviceIds: readonly number[];
  readonly groupIds: readonly number[];
  /** The vehicles themselves; null = all that the reader sees. */
  readonly members: ReadonlySet<number> | null;
  readonly period: Period;
  /** The period that figures are compared with. */
  readonly compared: Period;
  readonly zone: string;
}
export interface WidgetProps {
  readonly scope: Scope;
  readonly settings: WidgetSettings;
}
export interface WidgetSettingsProps {
  readonly settings: WidgetSettings;
  readonly onChange: (settings: WidgetSettings) => void;
}

/** Whether something about a vehicle counts. */
export const isMember = ({ members }: Scope, deviceId: number): boolean => members?.has(deviceId) ?? true;

/** The end of an address that names the same vehicles. */
export function vehiclesQuery({ deviceIds, groupIds }: Pick<Scope, 'deviceIds' | 'groupIds'>): string {
  const parts = [
    deviceIds.length > 0 ? `&devices=${deviceIds.join(',')}` : '',
    groupIds.length > 0 ? `&groups=${groupIds.join(',')}` : '',
  ];
  return parts.join('');
}

/** Address of a list about the same vehicles. */
export const listLink = (
  path: string,
  query: string,
  scope: Pick<Scope, 'deviceIds' | 'groupIds'>,
): string => {
  const search = `${query}${vehiclesQuery(scope)}`.replace(/^&/, '');
  return search === '' ? path : `${path}?${search}`;
};
