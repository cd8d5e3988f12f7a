import { Button, NativeSelect, Switch } from '@mantine/core';
import { EVENT_TYPES } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { attributeText } from '../../kernel/formats/attribute-text.ts';
import { SearchField } from '../../ui/list/search-field.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { EventFacets, EventFilter } from './event-filter.ts';
import { PERIODS } from './event-period.ts';
import styles from './events-panel.module.css';

export interface EventToolsProps {
  readonly filter: EventFilter;
  readonly facets: EventFacets;
  readonly onChange: (part: Partial<EventFilter>) => void;
}

/** Period, text, kind, alarm and vehicle. Offered is what occurs in the period. */
export function EventTools({ filter, facets, onChange }: EventToolsProps) {
  const { t } = useTranslation(['devices', 'attributes', 'events']);
  const format = useFormat();
  const { period, type, alarm, deviceId, text } = filter;
  const types = facets.types.length > 0 ? withChosen(facets.types, type) : EVENT_TYPES;
  return (
    <div className={styles.tools}>
      <Periods chosen={period} onChange={onChange} />
      <div className={styles.search}>
        <SearchField
          label={t('events:search')}
          value={text}
          onChange={(value) => onChange({ text: value })}
        />
      </div>
      <NativeSelect
        size="sm"
        aria-label={t('events:filter.type')}
        value={type ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            type: EVENT_TYPES.find((name) => name === value) ?? null,
            // A kind without alarms would leave nothing.
            ...(value === '' || value === 'alarm' ? {} : { alarm: null }),
          })
        }
        data={[
          { value: '', label: t('events:filter.allTypes') },
          ...types.map((name) => ({ value: name, label: t(`events:kind.${name}`) })),
        ]}
      />
      <NativeSelect
        size="sm"
        aria-label={t('events:filter.alarm')}
        value={alarm ?? ''}
        disabled={type !== null && type !== 'alarm'}
        onChange={({ currentTarget: { value } }) => onChange({ alarm: value === '' ? null : value })}
        data={[
          { value: '', label: t('events:filter.allAlarms') },
          ...withChosen(facets.alarms, alarm).map((name) => ({
            value: name,
            label: attributeText('alarm', name, { t, format }),
          })),
        ]}
      />
      <VehicleFilter deviceId={deviceId} onChange={onChange} />
      <OnlySome filter={filter} onChange={onChange} />
    </div>
  );
}

/** One switch at a time: on a phone the list needs the room. Those that wait are opened from the overview. */
function OnlySome({ filter, onChange }: Pick<EventToolsProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('events');
  const name = filter.waitingOnly ? 'waitingOnly' : filter.seenOnly ? 'seenOnly' : 'openOnly';
  return (
    <Switch
      size="sm"
      label={t(`events:filter.${name}`)}
      checked={filter[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
    />
  );
}

function VehicleFilter({
  deviceId,
  onChange,
}: Pick<EventFilter, 'deviceId'> & Pick<EventToolsProps, 'onChange'>) {
  const { t } = useTranslation('events');
  return (
    <VehiclePicker
      className={styles.vehicle}
      size="sm"
      label={t(deviceId === null ? 'events:filter.allVehicles' : 'events:filter.vehicle')}
      value={deviceId}
      onPick={(id) => onChange({ deviceId: id })}
      clear={{ label: t('events:filter.clearVehicle'), onClear: () => onChange({ deviceId: null }) }}
    />
  );
}

function Periods({
  chosen,
  onChange,
}: { chosen: EventFilter['period'] } & Pick<EventToolsProps, 'onChange'>) {
  const { t } = useTranslation('events');
  return (
    <div className={styles.periods} role="group" aria-label={t('events:period.label')}>
      {PERIODS.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant={name === chosen ? 'light' : 'subtle'}
          color={name === chosen ? 'brand' : 'gray'}
          aria-pressed={name === chosen}
          onClick={() => onChange({ period: name })}
        >
          {t(`events:period.${name}`)}
        </Button>
      ))}
    </div>
  );
}

/** A choice stays to be seen when the period has none of it. */
const withChosen = <T,>(offered: readonly T[], chosen: T | null): readonly T[] =>
  chosen === null || offered.includes(chosen) ? offered : [chosen, ...offered];
