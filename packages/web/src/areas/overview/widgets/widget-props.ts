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

/** Address of a list that is always of all vehicles; null = the widget is only about some of them. */
export const ofAll = ({ members }: Scope, path: string): string | null => (members === null ? path : null);

/** The end of an address that names the same vehicles. */
export function vehiclesQuery({ deviceIds, groupIds }: Pick<Scope, 'deviceIds' | 'groupIds'>): string {
  const parts = [
    deviceIds.length > 0 ? `&devices=${deviceIds.join(',')}` : '',
    groupIds.length > 0 ? `&groups=${groupIds.join(',')}` : '',
  ];
  return parts.join('');
}
