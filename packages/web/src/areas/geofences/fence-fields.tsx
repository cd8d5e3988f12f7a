import type { Geofence } from '@rastro/fleet';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRights } from '../../kernel/use-rights.ts';
import { FenceColor } from './fence-color.tsx';
import styles from '../../ui/form.module.css';
import {
  MAX_LENGTH,
  withRadius,
  type FenceWriting,
  type FenceField,
  type FenceProblem,
  type FenceValues,
} from './fence-values.ts';
import { shapeOf } from './shape-kind.ts';
import { useCalendars } from '../../kernel/calendars/use-calendars.ts';

export interface FenceFieldsProps {
  readonly fence: Geofence;
  readonly values: FenceValues;
  readonly writing: FenceWriting;
  readonly problems: Partial<Record<FenceField, FenceProblem>>;
  readonly mayEdit: boolean;
  readonly onChange: (values: FenceValues) => void;
}

type Change = { readonly currentTarget: HTMLInputElement };

/** The fields of a geofence. */
export function FenceFields({ fence, values, writing, problems, mayEdit, onChange }: FenceFieldsProps) {
  const { t } = useTranslation(['geofences', 'common']);
  const put = (part: Partial<FenceValues>): void => onChange({ ...values, ...part });
  const errorOf = (field: FenceField): string | null => {
    const problem = problems[field];
    return problem === undefined ? null : t(`geofences:${problem}`);
  };
  return (
    <>
      <fieldset className={styles.group} disabled={!mayEdit}>
        <legend className={styles.legend}>{t('geofences:identity')}</legend>
        <TextInput
          label={t('geofences:name')}
          withAsterisk
          maxLength={MAX_LENGTH}
          value={values.name}
          error={errorOf('name')}
          onChange={(event: Change) => put({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('geofences:description')}
          maxLength={MAX_LENGTH}
          value={values.description}
          onChange={(event: Change) => put({ description: event.currentTarget.value })}
        />
        <FenceColor value={values.color} onChange={(color) => put({ color })} />
        {shapeOf(values.area) === 'circle' && (
          <TextInput
            label={t(writing.radiusIn === 'ft' ? 'geofences:radiusFeet' : 'geofences:radius')}
            inputMode="decimal"
            value={values.radius}
            error={errorOf('radius')}
            onChange={(event: Change) =>
              onChange(withRadius(values, event.currentTarget.value, writing.language, writing.radiusIn))
            }
          />
        )}
      </fieldset>
      <fieldset className={styles.group} disabled={!mayEdit}>
        <legend className={styles.legend}>{t('geofences:rules')}</legend>
        <TextInput
          label={t('geofences:speedLimit', { unit: t(`common:speedUnit.${writing.unit}`) })}
          description={t('geofences:speedHint')}
          inputMode="decimal"
          value={values.speedLimit}
          error={errorOf('speedLimit')}
          onChange={(event: Change) => put({ speedLimit: event.currentTarget.value })}
        />
        <CalendarField
          value={values.calendarId}
          savedId={fence.calendarId}
          onChange={(calendarId) => put({ calendarId })}
        />
        <LockFields values={values} onChange={put} />
      </fieldset>
    </>
  );
}

interface LockFieldsProps {
  readonly values: FenceValues;
  readonly onChange: (part: Partial<FenceValues>) => void;
}

/** Locks on entering or leaving. Without the right, a user can only remove them. */
function LockFields({ values, onChange }: LockFieldsProps) {
  const { t } = useTranslation('geofences');
  const mayLock = useRights().may('devices.lock');
  return (
    <>
      <Switch
        label={t('geofences:lockOnEnter')}
        checked={values.lockOnEnter}
        disabled={!mayLock && !values.lockOnEnter}
        description={mayLock ? undefined : t('geofences:lockRight')}
        onChange={(event) => onChange({ lockOnEnter: event.currentTarget.checked })}
      />
      <Switch
        label={t('geofences:lockOnExit')}
        checked={values.lockOnExit}
        disabled={!mayLock && !values.lockOnExit}
        onChange={(event) => onChange({ lockOnExit: event.currentTarget.checked })}
      />
    </>
  );
}

interface CalendarFieldProps {
  readonly value: number;
  readonly savedId: number;
  readonly onChange: (id: number) => void;
}
function CalendarField({ value, savedId, onChange }: CalendarFieldProps) {
  const { t } = useTranslation('geofences');
  const { may } = useRights();
  const calendars = useCalendars(may('calendars.view')).data ?? [];
  const isForeign = savedId > 0 && !calendars.some(({ id }) => id === savedId);
  return (
    <NativeSelect
      label={t('geofences:calendar')}
      description={t('geofences:calendarHint')}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={[
        { value: '0', label: t('geofences:always') },
        // One that somebody else gave it stays choosable.
        ...(isForeign ? [{ value: String(savedId), label: t('geofences:calendarOf', { id: savedId }) }] : []),
        ...calendars.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
