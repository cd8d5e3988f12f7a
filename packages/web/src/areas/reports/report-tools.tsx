import { Checkbox, NativeSelect } from '@mantine/core';
import {
  DRIVING_EVENT_KINDS,
  EVENT_TYPES,
  FUELING_TYPES,
  INACTIVE_REASONS,
  isAnchor,
  LINES_BY_OTHERS,
} from '@rastro/fleet';
import { OVERVIEW_KINDS } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import { AddVehicle } from '../../kernel/fleet/add-vehicle.tsx';
import type { Period } from '../../kernel/period/period.ts';
import { PeriodPicker } from '../../kernel/period/period-picker.tsx';
import { useDriverNames } from '../../kernel/queries/use-driver-names.ts';
import { useGeofences } from '../../kernel/queries/use-geofences.ts';
import { useRights } from '../../kernel/use-rights.ts';
import type { ReportKind } from './kinds/report-kind.ts';
import { HoursFilter } from './hours-filter.tsx';
import { PickedChip, PickedList } from './picked-list.tsx';
import type { ReportAddress } from './report-address.ts';
import styles from './reports.module.css';
import { useGroups, type ReportScope } from './use-report-scope.ts';

export interface ReportToolsProps {
  readonly kind: ReportKind;
  readonly address: ReportAddress;
  readonly period: Period;
  readonly scope: ReportScope;
  readonly onChange: (part: Partial<ReportAddress>) => void;
}

/** Choice of vehicles, period and filters of the report. */
export function ReportTools({ kind, address, period, scope, onChange }: ReportToolsProps) {
  const { t } = useTranslation(['reports', 'events']);
  const groups = useGroups().data ?? [];
  const { deviceIds, groupIds } = address;
  const isEverybody = deviceIds.length + groupIds.length === 0;
  return (
    <div className={styles.tools}>
      <div className={styles.chips}>
        {isEverybody && (
          <span className={styles.everybody}>
            {scope.deviceIds === undefined
              ? t('reports:everybody')
              : t('reports:everybodyOf', { count: scope.deviceIds.length })}
          </span>
        )}
        {deviceIds.map((id) => (
          <PickedChip
            key={id}
            name={scope.names.device(id)}
            onRemove={() => onChange({ deviceIds: deviceIds.filter((each) => each !== id) })}
          />
        ))}
        <AddVehicle visibleIds={deviceIds} onAdd={(id) => onChange({ deviceIds: [...deviceIds, id] })} />
        <PickedList
          label={t('reports:addGroup')}
          all={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          picked={groupIds.map(String)}
          onChange={(picked) => onChange({ groupIds: picked.map(Number) })}
        />
      </div>
      <div className={styles.when}>
        <PeriodPicker
          choice={address.period}
          period={period}
          onChange={(choice) => onChange({ period: choice })}
        />
        <HoursFilter hours={address.hours} onChange={(hours) => onChange({ hours })} />
      </div>
      <KindFilters kind={kind} address={address} onChange={onChange} />
    </div>
  );
}

type FilterProps = Pick<ReportToolsProps, 'address' | 'onChange'>;

function KindFilters({ kind: { filters }, ...rest }: FilterProps & { readonly kind: ReportKind }) {
  const { t } = useTranslation(['reports', 'events']);
  const { address, onChange } = rest;
  if (filters.every((filter) => filter === 'driver' && address.driver === '')) return null;
  return (
    <div className={styles.chips}>
      {filters.includes('daily') && (
        <Checkbox
          size="xs"
          label={t('reports:daily')}
          checked={address.daily}
          onChange={(event) => onChange({ daily: event.currentTarget.checked })}
        />
      )}
      {filters.includes('by') && <LinesFilter {...rest} />}
      {filters.includes('driver') && <DriverFilter {...rest} />}
      {filters.includes('events') && (
        <PickedList
          label={t(address.eventTypes.length === 0 ? 'reports:allEvents' : 'reports:addEvent')}
          all={EVENT_TYPES.map((type) => ({ value: type, label: t(`events:kind.${type}`) }))}
          picked={address.eventTypes}
          onChange={(picked) => onChange({ eventTypes: EVENT_TYPES.filter((type) => picked.includes(type)) })}
        />
      )}
      {filters.includes('fuelings') && (
        <NativeSelect
          size="xs"
          aria-label={t('reports:fuelings.label')}
          value={address.fuelingTypes.length === 1 ? address.fuelingTypes[0] : ''}
          data={[
            { value: '', label: t('reports:fuelings.both') },
            ...FUELING_TYPES.map((type) => ({ value: type, label: t(`reports:fuelings.${type}`) })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ fuelingTypes: FUELING_TYPES.filter((type) => type === value) });
          }}
        />
      )}
      {filters.includes('drivingEvents') && <DrivingEventFilter {...rest} />}
      {filters.includes('reasons') && <ReasonFilter {...rest} />}
      {filters.includes('widgets') && <WidgetFilter {...rest} />}
      {filters.includes('geofences') && <FenceFilter {...rest} />}
    </div>
  );
}

function LinesFilter({ address: { by }, onChange }: FilterProps) {
  const { t } = useTranslation('reports');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('reports:by.label')}
      value={by ?? ''}
      data={[
        { value: '', label: t('reports:by.device') },
        ...LINES_BY_OTHERS.map((each) => ({ value: each, label: t(`reports:by.${each}`) })),
      ]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        onChange({ by: LINES_BY_OTHERS.find((each) => each === value) ?? null });
      }}
    />
  );
}

/** The driver of a link; chosen on the screen of their score. */
function DriverFilter({ address: { driver }, onChange }: FilterProps) {
  const { t } = useTranslation('reports');
  const names = useDriverNames(driver !== '');
  if (driver === '') return null;
  return (
    <PickedChip
      name={t('reports:driverIs', { name: names.get(driver) ?? driver })}
      onRemove={() => onChange({ driver: '' })}
    />
  );
}

function DrivingEventFilter({ address: { drivingEvents }, onChange }: FilterProps) {
  const { t } = useTranslation('reports');
  return (
    <PickedList
      label={t(drivingEvents.length === 0 ? 'reports:drivingEvents.all' : 'reports:drivingEvents.add')}
      all={DRIVING_EVENT_KINDS.map((kind) => ({ value: kind, label: t(`reports:drivingEvent.${kind}`) }))}
      picked={drivingEvents}
      onChange={(picked) =>
        onChange({ drivingEvents: DRIVING_EVENT_KINDS.filter((kind) => picked.includes(kind)) })
      }
    />
  );
}

function ReasonFilter({ address: { reasons }, onChange }: FilterProps) {
  const { t } = useTranslation('reports');
  return (
    <PickedList
      label={t(reasons.length === 0 ? 'reports:reasons.all' : 'reports:reasons.add')}
      all={INACTIVE_REASONS.map((reason) => ({ value: reason, label: t(`reports:word.${reason}`) }))}
      picked={reasons}
      onChange={(picked) =>
        onChange({ reasons: INACTIVE_REASONS.filter((reason) => picked.includes(reason)) })
      }
    />
  );
}

function WidgetFilter({ address: { widgets }, onChange }: FilterProps) {
  const { t } = useTranslation(['reports', 'overview']);
  return (
    <PickedList
      label={t(widgets.length === 0 ? 'reports:widgets.all' : 'reports:widgets.add')}
      all={OVERVIEW_KINDS.map((kind) => ({ value: kind, label: t(`overview:kind.${kind}`) }))}
      picked={widgets}
      onChange={(picked) => onChange({ widgets: OVERVIEW_KINDS.filter((kind) => picked.includes(kind)) })}
    />
  );
}

function FenceFilter({ address: { geofenceIds }, onChange }: FilterProps) {
  const { t } = useTranslation('reports');
  const { may } = useRights();
  const fences = useGeofences(may('geofences.view')).data ?? [];
  return (
    <PickedList
      label={t(geofenceIds.length === 0 ? 'reports:allFences' : 'reports:addFence')}
      all={fences
        .filter((fence) => !isAnchor(fence))
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      picked={geofenceIds.map(String)}
      onChange={(picked) => onChange({ geofenceIds: picked.map(Number) })}
    />
  );
}
