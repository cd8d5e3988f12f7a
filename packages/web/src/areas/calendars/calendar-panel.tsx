import { FIELD_LIMITS, type Calendar } from '@rastro/fleet';
import { Button } from '@mantine/core';
import { MAX_SCHEDULES, type CalendarForm } from '@rastro/fleet/calendars';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { readTimes } from '../../kernel/calendars/read-times.ts';
import { CALENDARS_KEY, useCalendars } from '../../kernel/calendars/use-calendars.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { EditorPanel } from '../../kernel/screens/editor-panel.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEditorTexts } from '../../kernel/screens/manager-texts.ts';
import { useEntityForm } from '../../kernel/screens/use-entity-form.ts';
import { useEntityRights } from '../../kernel/screens/use-entity-rights.ts';
import { useServices } from '../../kernel/services.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import styles from '../../ui/form.module.css';
import { CalendarFile } from './calendar-file.tsx';
import {
  calendarValues,
  changedCalendar,
  dataOf,
  isWrongTimes,
  newCalendar,
  newSchedule,
  problemOf,
  type CalendarValues,
} from './calendar-values.ts';
import { ZoneSelect } from '../../ui/zone-select.tsx';
import own from './calendars.module.css';
import { MonthView } from './month-view.tsx';
import { AddSchedule, ScheduleFields } from './schedule-fields.tsx';

const LIST = '/calendars';

/** One calendar: when it is on, a month of it, its file. */
export function CalendarPanel() {
  const { calendarId } = useParams();
  const zone = useZone();
  const [blank] = useState(() => newCalendar(Date.now(), zone));
  const calendars = useCalendars();
  return (
    <EntityScreen
      id={calendarId}
      query={calendars}
      blank={blank}
      texts={useEditorTexts('calendars:')}
      back={LIST}
    >
      {(calendar) => <CalendarEditor calendar={calendar} />}
    </EntityScreen>
  );
}

function useCalendarForm(calendar: Calendar) {
  const { t } = useTranslation('calendars');
  const { client } = useServices();
  return useEntityForm<Calendar, CalendarValues>({
    ...useEntityRights('calendars', calendar.id),
    saved: calendar,
    callsOf: () => client.calendars,
    listKey: CALENDARS_KEY,
    list: LIST,
    valuesOf: calendarValues,
    changed: changedCalendar,
    fields: () => ({
      name: {
        kind: 'text',
        label: t('calendars:name'),
        required: t('calendars:nameRequired'),
        maxLength: FIELD_LIMITS.calendar.name,
      },
    }),
    isWrong: isWrongTimes,
    deletion: useEditorTexts('calendars:', { name: calendar.name }).deletion,
  });
}

function CalendarEditor({ calendar }: { readonly calendar: Calendar }) {
  const { t } = useTranslation('calendars');
  const zone = useZone();
  const [now] = useState(() => Date.now());
  const form = useCalendarForm(calendar);
  const { values, isChecked, isNew, mayEdit, change } = form;
  return (
    <EditorPanel form={form} title={isNew ? t('calendars:newTitle') : calendar.name}>
      <FieldGroup form={form} />
      <Rules values={values} now={now} isChecked={isChecked} mayEdit={mayEdit} onChange={change} />
      <Month values={values} now={now} />
      <div className={styles.group}>
        <CalendarFile
          name={values.name}
          data={values.data}
          mayEdit={mayEdit}
          zone={zone}
          onImport={(data, fileName) =>
            change({
              ...(values.name.trim() === '' && {
                name: fileName.replace(/\.ics$/i, '').slice(0, FIELD_LIMITS.calendar.name),
              }),
              data,
              form: readTimes(data).form,
            })
          }
        />
        {!isNew && (
          <span>
            <LinksButton subject={{ kind: 'calendar', id: calendar.id, name: calendar.name }} />
          </span>
        )}
      </div>
    </EditorPanel>
  );
}

interface RulesProps {
  readonly values: CalendarValues;
  readonly now: number;
  readonly isChecked: boolean;
  readonly mayEdit: boolean;
  readonly onChange: (part: Partial<CalendarValues>) => void;
}

/** Times of the calendar: by the form, or by rules that it cannot show. */
function Rules({ values, now, isChecked, mayEdit, onChange }: RulesProps) {
  const { t } = useTranslation('calendars');
  const change = (form: CalendarForm): void => onChange({ form, data: dataOf(form, now) });
  const problem = isChecked ? problemOf(values) : null;
  return (
    <>
      {values.form === null ? (
        <ForeignRules
          mayEdit={mayEdit}
          onReplace={(zone) => change({ zone, schedules: [newSchedule(now, zone)] })}
        />
      ) : (
        <FormFields form={values.form} now={now} isChecked={isChecked} mayEdit={mayEdit} onChange={change} />
      )}
      {problem !== null && (
        <p className={own.problem} role="alert">
          {t(`calendars:problem.${problem.code}`, { what: problem.what })}
        </p>
      )}
    </>
  );
}

/** Preview of the calendar as it would be saved now. */
function Month({ values: { data, form }, now }: { readonly values: CalendarValues; readonly now: number }) {
  const zone = useZone();
  const { calendar } = useMemo(() => readTimes(data), [data]);
  return calendar === null ? null : <MonthView calendar={calendar} zone={form?.zone ?? zone} now={now} />;
}

interface FormFieldsProps {
  readonly form: CalendarForm;
  readonly now: number;
  readonly isChecked: boolean;
  readonly mayEdit: boolean;
  readonly onChange: (form: CalendarForm) => void;
}

function FormFields({ form, now, isChecked, mayEdit, onChange }: FormFieldsProps) {
  const { t } = useTranslation('calendars');
  const { zone, schedules } = form;
  return (
    <div className={styles.group}>
      {schedules.map((schedule, index) => (
        <ScheduleFields
          key={index}
          schedule={schedule}
          isChecked={isChecked}
          mayEdit={mayEdit}
          onChange={(next) => onChange({ zone, schedules: schedules.with(index, next) })}
          {...(schedules.length > 1 && {
            onRemove: () => onChange({ zone, schedules: schedules.toSpliced(index, 1) }),
          })}
        />
      ))}
      {schedules.length === 0 && <p className={styles.notice}>{t('calendars:noSchedule')}</p>}
      {mayEdit && schedules.length < MAX_SCHEDULES && (
        <AddSchedule onAdd={() => onChange({ zone, schedules: [...schedules, newSchedule(now, zone)] })} />
      )}
      <ZoneSelect
        label={t('calendars:zone')}
        description={t('calendars:zoneHint')}
        value={zone}
        disabled={!mayEdit}
        onChange={(chosen) => onChange({ zone: chosen, schedules })}
      />
    </div>
  );
}

/** Rules of another program stay as they are until the user replaces them. */
function ForeignRules({
  mayEdit,
  onReplace,
}: {
  readonly mayEdit: boolean;
  readonly onReplace: (zone: string) => void;
}) {
  const { t } = useTranslation('calendars');
  const zone = useZone();
  return (
    <div className={styles.group}>
      <p className={styles.notice}>{t('calendars:foreign')}</p>
      {mayEdit && (
        <span>
          <Button size="xs" variant="default" onClick={() => onReplace(zone)}>
            {t('calendars:replace')}
          </Button>
        </span>
      )}
    </div>
  );
}
