import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  CALENDAR_PERIODS,
  isCalendarPeriod,
  lastMailing,
  MAILED_FORMATS,
  mailedFormat,
  mailedPeriod,
  type Attributes,
  type CalendarPeriod,
  type MailedFormat,
  type ScheduledReport,
} from '@rastro/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useCalendars } from '../../../kernel/calendars/use-calendars.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { LinksButton } from '../../../kernel/links/links-button.tsx';
import { EntityScreen } from '../../../kernel/screens/entity-screen.tsx';
import { useEntityEditor } from '../../../kernel/screens/use-entity-editor.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import { EntityForm } from '../../../ui/entity-form.tsx';
import styles from '../../../ui/form.module.css';
import { Panel } from '../../../ui/panel.tsx';
import { readReport } from '../report-address.ts';
import { useHoursText } from '../hours-filter.tsx';
import { nextMailing, useKindText } from './saved-list-panel.tsx';
import { pathOfSaved } from './saved-question.ts';
import own from './saved.module.css';
import { SAVED_REPORTS_KEY, useSavedReports, useSavedScope } from './use-saved-reports.ts';

const LIST = '/reports/saved';
const MAX_LENGTH = 128;

/** One saved report: opened, renamed, mailed by a calendar. */
export function SavedReportPanel() {
  const { t } = useTranslation('savedreports');
  const { savedId } = useParams();
  const reports = useSavedReports();
  return (
    <EntityScreen
      id={savedId === 'new' ? '0' : savedId}
      query={reports}
      blank={NONE}
      title={t('savedreports:one')}
      back={LIST}
      gone={t('savedreports:gone')}
    >
      {(report) => <SavedEditor report={report} />}
    </EntityScreen>
  );
}
/** A new one begins on the screen of its report. */
const NONE: ScheduledReport = { id: 0, type: '', description: '', calendarId: 0, attributes: {} };

interface SavedValues {
  readonly name: string;
  readonly calendarId: number;
  readonly format: MailedFormat;
  /** null = the period of the calendar. */
  readonly period: CalendarPeriod | null;
}
const savedValues = ({ description, calendarId, attributes }: ScheduledReport): SavedValues => ({
  name: description,
  calendarId,
  format: mailedFormat(attributes),
  period: mailedPeriod(attributes),
});
function changedReport(
  report: ScheduledReport,
  { name, calendarId, format, period }: SavedValues,
): ScheduledReport {
  const { mailedPeriod: _period, ...rest } = report.attributes;
  return {
    ...report,
    description: name.trim(),
    calendarId,
    attributes: {
      ...(format === mailedFormat(rest) ? rest : withFormat(rest, format)),
      ...(period !== null && { mailedPeriod: period }),
    },
  };
}
function withFormat(attributes: Attributes, format: MailedFormat): Attributes {
  const { format: _format, form: _form, ...others } = attributes;
  if (format === 'xlsx') return others;
  return { ...others, format: 'pdf', form: format === 'pdf' ? 'standard' : 'table' };
}
const hasNoName = ({ name }: SavedValues): boolean => name.trim() === '';

function SavedEditor({ report }: { readonly report: ScheduledReport }) {
  const { t } = useTranslation('savedreports');
  const { client } = useServices();
  const { may, isReadonly } = useRights();
  const [values, setValues] = useState(() => savedValues(report));
  const mayEdit = !isReadonly && may('reports.export');
  const { form, question, isChecked } = useEntityEditor({
    saved: report,
    calls: client.savedReports,
    listKey: SAVED_REPORTS_KEY,
    list: LIST,
    values,
    valuesOf: savedValues,
    changed: changedReport,
    isWrong: hasNoName,
    mayEdit,
    deletion: mayEdit
      ? {
          label: t('savedreports:delete.start'),
          title: t('savedreports:delete.title', { name: report.description }),
          text: t('savedreports:delete.text'),
        }
      : null,
  });
  const change = (part: Partial<SavedValues>): void => setValues((old) => ({ ...old, ...part }));
  return (
    <Panel title={report.description} back={LIST} tall>
      <EntityForm {...form}>
        <ReportDetails report={report} calendarId={values.calendarId} />
        <fieldset className={styles.group} disabled={!mayEdit}>
          <TextInput
            label={t('savedreports:name')}
            withAsterisk
            maxLength={MAX_LENGTH}
            value={values.name}
            error={isChecked && hasNoName(values) ? t('savedreports:nameRequired') : null}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <ScheduleFields values={values} onChange={change} />
        </fieldset>
        <p className={styles.group}>
          <span>{t('savedreports:receivers')}</span>
          <span>
            <LinksButton subject={{ kind: 'report', id: report.id, name: report.description }} />
          </span>
        </p>
        {question}
      </EntityForm>
    </Panel>
  );
}

/** Details of a saved report: kind, next run, result of the last run, and a link to the report. */
function ReportDetails({
  report,
  calendarId,
}: {
  readonly report: ScheduledReport;
  readonly calendarId: number;
}) {
  const { t } = useTranslation('savedreports');
  const format = useFormat();
  const { may } = useRights();
  const kindOf = useKindText();
  const hoursText = useHoursText();
  const [now] = useState(() => Date.now());
  const calendar = useCalendars(may('calendars.view')).data?.find(({ id }) => id === calendarId);
  const scope = useSavedScope(report.id).data;
  const path = scope === undefined ? null : pathOfSaved(report, scope);
  const [next, last] = [nextMailing(calendar, now), lastMailing(report.attributes)];
  const asked = path === null ? null : readReport(new URLSearchParams(path.slice(path.indexOf('?'))));
  const hours = asked === null ? '' : hoursText(asked.hours);
  const details = [
    ['kind', kindOf(report)],
    ['hours', hours],
    ['next', next === null ? t('savedreports:never') : format.dateTime(next)],
    [
      'last',
      last === null ? '' : `${t(`savedreports:outcome.${last.outcome}`)}, ${format.dateTime(last.at)}`,
    ],
  ].filter(([, value]) => value !== '');
  return (
    <>
      <dl className={own.facts}>
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`savedreports:fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {path !== null && (
        <p className={styles.group}>
          <span>
            <Button size="xs" component={Link} to={path}>
              {t('savedreports:open')}
            </Button>
          </span>
        </p>
      )}
    </>
  );
}

interface ScheduleFieldsProps {
  readonly values: SavedValues;
  readonly onChange: (part: Partial<SavedValues>) => void;
}

/** Schedule and format of the mail; shows a note if the installation has no mail server. */
function ScheduleFields({ values, onChange }: ScheduleFieldsProps) {
  const { t } = useTranslation(['savedreports', 'reports', 'common']);
  const { server } = useSignedIn();
  const { may } = useRights();
  const calendars = useCalendars(may('calendars.view')).data ?? [];
  const { calendarId } = values;
  const isUnknown = calendarId > 0 && !calendars.some(({ id }) => id === calendarId);
  return (
    <>
      {!server.server.emailEnabled && <p className={styles.notice}>{t('savedreports:noMail')}</p>}
      <NativeSelect
        label={t('savedreports:schedule')}
        description={t('savedreports:scheduleHint')}
        value={String(calendarId)}
        data={[
          { value: '0', label: t('savedreports:notMailed') },
          ...(isUnknown ? [String(calendarId)] : []),
          ...calendars.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => onChange({ calendarId: Number(event.currentTarget.value) })}
      />
      {calendarId > 0 && (
        <NativeSelect
          label={t('savedreports:period')}
          description={t('savedreports:periodHint')}
          value={values.period ?? ''}
          data={[
            { value: '', label: t('savedreports:periodOfCalendar') },
            ...CALENDAR_PERIODS.map((name) => ({ value: name, label: t(`common:period.${name}`) })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ period: isCalendarPeriod(value) ? value : null });
          }}
        />
      )}
      {calendarId > 0 && (
        <NativeSelect
          label={t('savedreports:format')}
          value={values.format}
          data={MAILED_FORMATS.map((value) => ({ value, label: t(`reports:format.${value}`) }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ format: MAILED_FORMATS.find((each) => each === value) ?? 'xlsx' });
          }}
        />
      )}
    </>
  );
}
