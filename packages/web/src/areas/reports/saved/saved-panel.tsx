import { Button } from '@mantine/core';
import {
  CALENDAR_PERIODS,
  FIELD_LIMITS,
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
import { EditorPanel } from '../../../kernel/screens/editor-panel.tsx';
import { EntityScreen } from '../../../kernel/screens/entity-screen.tsx';
import { useEditorTexts } from '../../../kernel/screens/manager-texts.ts';
import { useEntityForm } from '../../../kernel/screens/use-entity-form.ts';
import { useServices, useSignedIn } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import { Fields } from '../../../ui/fields/field-group.tsx';
import { optionsOf } from '../../../ui/fields/options-of.ts';
import styles from '../../../ui/form.module.css';
import { readReport } from '../report-address.ts';
import { useHoursText } from '../hours-filter.tsx';
import { nextMailing, useKindText } from './saved-list-panel.tsx';
import { pathOfSaved } from './saved-question.ts';
import own from './saved.module.css';
import { SAVED_REPORTS_KEY, useSavedReports, useSavedScope } from './use-saved-reports.ts';

const LIST = '/reports/saved';

/** One saved report: opened, renamed, mailed by a calendar. */
export function SavedReportPanel() {
  const { savedId } = useParams();
  const reports = useSavedReports();
  return (
    <EntityScreen
      id={savedId === 'new' ? '0' : savedId}
      query={reports}
      blank={NONE}
      texts={useEditorTexts('savedreports:')}
      back={LIST}
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
  /** Empty = the period of the calendar. */
  readonly period: CalendarPeriod | '';
}
const savedValues = ({ description, calendarId, attributes }: ScheduledReport): SavedValues => ({
  name: description,
  calendarId,
  format: mailedFormat(attributes),
  period: mailedPeriod(attributes) ?? '',
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
      ...(period !== '' && { mailedPeriod: period }),
    },
  };
}
function withFormat(attributes: Attributes, format: MailedFormat): Attributes {
  const { format: _format, form: _form, ...others } = attributes;
  if (format === 'xlsx') return others;
  return { ...others, format: 'pdf', form: format === 'pdf' ? 'standard' : 'table' };
}
function useSavedForm(report: ScheduledReport) {
  const { t } = useTranslation(['savedreports', 'reports', 'common']);
  const { client } = useServices();
  const { may, isReadonly } = useRights();
  const calendars = useCalendars(may('calendars.view')).data ?? [];
  const mayEdit = !isReadonly && may('reports.export');
  return useEntityForm<ScheduledReport, SavedValues>({
    mayEdit,
    mayDelete: mayEdit,
    saved: report,
    callsOf: () => client.savedReports,
    listKey: SAVED_REPORTS_KEY,
    list: LIST,
    valuesOf: savedValues,
    changed: changedReport,
    fields: ({ calendarId }) => ({
      name: {
        kind: 'text',
        label: t('savedreports:name'),
        required: t('savedreports:nameRequired'),
        maxLength: FIELD_LIMITS.report.description,
      },
      calendarId: {
        kind: 'select',
        label: t('savedreports:schedule'),
        hint: t('savedreports:scheduleHint'),
        options: optionsOf(calendars, calendarId, {
          none: t('savedreports:notMailed'),
          foreign: String(calendarId),
        }),
      },
      period: {
        kind: 'select',
        label: t('savedreports:period'),
        hint: t('savedreports:periodHint'),
        isHidden: calendarId === 0,
        options: [
          { value: '', label: t('savedreports:periodOfCalendar') },
          ...CALENDAR_PERIODS.map((value) => ({ value, label: t(`common:period.${value}`) })),
        ],
      },
      format: {
        kind: 'select',
        label: t('savedreports:format'),
        isHidden: calendarId === 0,
        options: MAILED_FORMATS.map((value) => ({ value, label: t(`reports:format.${value}`) })),
      },
    }),
    deletion: useEditorTexts('savedreports:', { name: report.description }).deletion,
  });
}

function SavedEditor({ report }: { readonly report: ScheduledReport }) {
  const { t } = useTranslation('savedreports');
  const { server } = useSignedIn();
  const form = useSavedForm(report);
  return (
    <EditorPanel form={form} title={report.description}>
      <ReportDetails report={report} calendarId={form.values.calendarId} />
      <fieldset className={styles.group} disabled={!form.mayEdit}>
        <Fields form={form} names={['name']} />
        {!server.server.emailEnabled && <p className={styles.notice}>{t('savedreports:noMail')}</p>}
        <Fields form={form} names={['calendarId', 'period', 'format']} />
      </fieldset>
      <p className={styles.group}>
        <span>{t('savedreports:receivers')}</span>
        <span>
          <LinksButton subject={{ kind: 'report', id: report.id, name: report.description }} />
        </span>
      </p>
    </EditorPanel>
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
