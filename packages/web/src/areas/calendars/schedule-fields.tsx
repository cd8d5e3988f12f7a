import { Button, NativeSelect, TextInput } from '@mantine/core';
import { SCHEDULE_ENDS, SCHEDULE_REPEATS, type Schedule } from '@rastro/fleet/calendars';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/date-field.tsx';
import { IconAction } from '../../ui/icon-action.tsx';
import { WeekdaysField } from '../../ui/weekdays-field.tsx';
import { faultsOf, withStart, type ScheduleFault } from './calendar-values.ts';
import styles from './calendars.module.css';
import { useCalendarText } from './use-calendar-text.ts';

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

export interface ScheduleFieldsProps {
  readonly schedule: Schedule;
  /** Errors are shown. */
  readonly isChecked: boolean;
  readonly mayEdit: boolean;
  readonly onChange: (schedule: Schedule) => void;
  /** Absent = it is the only one. */
  readonly onRemove?: () => void;
}

/**
 * One schedule: when it begins and ends, how it repeats, and until when.
 * @source docs/reference/requirements.md SPEC §3, §9
 */
export function ScheduleFields(props: ScheduleFieldsProps) {
  const { schedule, isChecked, onChange, onRemove, mayEdit } = props;
  const { t } = useTranslation('calendars');
  const text = useCalendarText();
  const faults = isChecked ? faultsOf(schedule) : null;
  const faultText = (fault: ScheduleFault): string | null =>
    faults?.has(fault) === true ? t(`calendars:fault.${fault}`) : null;
  return (
    <fieldset className={styles.schedule} disabled={!mayEdit}>
      <div className={styles.scheduleHead}>
        <span className={styles.summary}>{text.schedule(schedule)}</span>
        {onRemove !== undefined && mayEdit && (
          <IconAction label={t('calendars:removeSchedule')} onClick={onRemove}>
            <Trash2 size={16} aria-hidden />
          </IconAction>
        )}
      </div>
      <div className={styles.pair}>
        <DateField
          kind="moment"
          label={t('calendars:start')}
          value={schedule.start}
          error={faultText('start')}
          onChange={(start) => onChange(withStart(schedule, start))}
        />
        <DateField
          kind="moment"
          label={t('calendars:end')}
          value={schedule.end}
          error={faultText('end')}
          onChange={(end) => onChange({ ...schedule, end })}
        />
      </div>
      <NativeSelect
        label={t('calendars:repeat.label')}
        value={schedule.repeat}
        data={SCHEDULE_REPEATS.map((value) => ({ value, label: t(`calendars:repeat.${value}`) }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange({ ...schedule, repeat: SCHEDULE_REPEATS.find((each) => each === value) ?? 'never' });
        }}
      />
      {schedule.repeat !== 'never' && (
        <RepeatFields schedule={schedule} faultText={faultText} onChange={onChange} />
      )}
    </fieldset>
  );
}

type RepeatFieldsProps = Pick<ScheduleFieldsProps, 'schedule' | 'onChange'> & {
  readonly faultText: (fault: ScheduleFault) => string | null;
};

function RepeatFields({ schedule, faultText, onChange }: RepeatFieldsProps) {
  const { t } = useTranslation('calendars');
  return (
    <>
      {schedule.repeat === 'weekly' && <Weekdays schedule={schedule} onChange={onChange} />}
      <div className={styles.pair}>
        <WholeNumber
          label={t(`calendars:interval.${schedule.repeat}`)}
          value={schedule.interval}
          error={faultText('interval')}
          onChange={(interval) => onChange({ ...schedule, interval })}
        />
        <NativeSelect
          label={t('calendars:ends.label')}
          value={schedule.ends}
          data={SCHEDULE_ENDS.map((value) => ({ value, label: t(`calendars:ends.${value}`) }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ ...schedule, ends: SCHEDULE_ENDS.find((each) => each === value) ?? 'never' });
          }}
        />
        {schedule.ends === 'count' && (
          <WholeNumber
            label={t('calendars:times')}
            value={schedule.count}
            error={faultText('count')}
            onChange={(count) => onChange({ ...schedule, count })}
          />
        )}
        {schedule.ends === 'until' && (
          <DateField
            kind="date"
            label={t('calendars:lastDay')}
            value={schedule.until}
            error={faultText('until')}
            onChange={(until) => onChange({ ...schedule, until })}
          />
        )}
      </div>
    </>
  );
}

function Weekdays({ schedule, onChange }: Pick<ScheduleFieldsProps, 'schedule' | 'onChange'>) {
  const { t } = useTranslation('calendars');
  return (
    <WeekdaysField
      label={t('calendars:weekdays')}
      days={DAYS}
      value={schedule.weekdays}
      onChange={(weekdays) => onChange({ ...schedule, weekdays })}
    />
  );
}

interface WholeNumberProps {
  readonly label: string;
  readonly value: number;
  readonly error: string | null;
  readonly onChange: (value: number) => void;
}

const wholeIn = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : 0);

/** Input for a whole number. Anything else counts as 0, which no schedule accepts, and stays as it was typed. */
function WholeNumber({ label, value, error, onChange }: WholeNumberProps) {
  const [typed, setTyped] = useState('');
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      maxLength={5}
      value={wholeIn(typed) === value ? typed : String(value)}
      error={error}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange(wholeIn(text));
      }}
    />
  );
}

/** Adds one more schedule. */
export function AddSchedule({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useTranslation('calendars');
  return (
    <span>
      <Button size="xs" variant="default" onClick={onAdd}>
        {t('calendars:addSchedule')}
      </Button>
    </span>
  );
}
