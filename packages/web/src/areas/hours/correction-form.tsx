import { FIELD_LIMITS } from '@rastro/fleet';
import {
  ACTIVITY_KINDS,
  correctionOf,
  EXCESS_REASONS,
  type ActivityKind,
  type DriverMonth,
  type ExcessReason,
  type HoursCorrection,
} from '@rastro/fleet/working-hours';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { ChangedSpan } from './month-corrections.tsx';
import styles from './hours.module.css';
import { HOURS_KEY } from './use-hours.ts';

/** A span that a correction begins with, in ms since 1970; null = to be typed. */
export interface CorrectedSpan {
  readonly begin: number | null;
  readonly end: number | null;
  /** Its activity now. */
  readonly kind?: ActivityKind;
}
interface CorrectionValues {
  readonly kind: ActivityKind;
  readonly begin: string;
  readonly end: string;
  readonly reason: string;
  readonly excess: ExcessReason | '';
  readonly note: string;
}
interface CorrectionFormProps {
  readonly month: DriverMonth;
  readonly span: CorrectedSpan;
  readonly onClose: () => void;
}

/** Puts an activity in place of a span, with a reason; old and new stand side by side before it is sent. */
export function CorrectionForm({ month, span, onClose }: CorrectionFormProps) {
  const { t } = useTranslation('hours');
  const { hours } = useServices().extension;
  const { driverId, content } = month;
  const local = (moment: number | null): string => (moment === null ? '' : localTime(moment, content.zone));
  const read = (text: string, given: number | null): number =>
    // What was not touched keeps its seconds: cut off, they would be left over as unclear time.
    given !== null && text === local(given) ? given : momentOf(text, content.zone);
  const spanOf = (values: CorrectionValues) => ({
    begin: read(values.begin, span.begin),
    end: read(values.end, span.end),
  });
  const idOf = useSendingId();
  const form = useSendForm<CorrectionValues, HoursCorrection>({
    initial: {
      kind: span.kind === undefined || span.kind === 'unclear' ? 'rest' : span.kind,
      begin: local(span.begin),
      end: local(span.end),
      reason: '',
      excess: '',
      note: '',
    },
    fields: useCorrectionFields(spanOf, month.until),
    write: ({ kind, reason, excess, note, ...values }, signal) => {
      const { begin, end } = spanOf({ kind, reason, excess, note, ...values });
      const body = {
        kind,
        begin: new Date(begin).toISOString(),
        end: new Date(end).toISOString(),
        reason: reason.trim(),
        excess: excess === '' ? null : excess,
        note: note.trim(),
      };
      return hours.correct(driverId, { id: idOf(JSON.stringify(body)), ...body }, signal);
    },
    touches: HOURS_KEY,
    onDone: onClose,
  });
  const { begin, end } = spanOf(form.values);
  return (
    <FormDialog
      form={form}
      title={t('hours:correct.title')}
      lead={t('hours:correct.lead')}
      submit={t('hours:correct.save')}
      onClose={onClose}
    >
      {begin < end && <Preview month={month} begin={begin} end={end} kind={form.values.kind} />}
    </FormDialog>
  );
}

/** An id for what is sent: the same for another try, another one when something was changed. */
function useSendingId(): (body: string) => string {
  const sent = useRef({ body: '', id: '' });
  return (body) => {
    if (sent.current.body !== body) sent.current = { body, id: crypto.randomUUID() };
    return sent.current.id;
  };
}

interface PreviewProps {
  readonly month: DriverMonth;
  readonly begin: number;
  readonly end: number;
  readonly kind: ActivityKind;
}
function Preview({ month: { activities }, begin, end, kind }: PreviewProps) {
  const { t } = useTranslation('hours');
  const nobody = { id: '', at: '', byId: 0, byName: '', reason: '' };
  const { before, after } = correctionOf(activities, { kind, begin, end }, nobody);
  return (
    <div className={styles.preview} role="note">
      <ChangedSpan title={t('hours:correct.before')} activities={before} />
      <ChangedSpan title={t('hours:correct.after')} activities={after} />
    </div>
  );
}

type SpanOf = (values: CorrectionValues) => { readonly begin: number; readonly end: number };
function useCorrectionFields(
  spanOf: SpanOf,
  until: number,
): (values: CorrectionValues) => FieldTable<CorrectionValues> {
  const { t } = useTranslation('hours');
  const limits = FIELD_LIMITS.workingHours;
  return (values) => {
    const { begin, end } = spanOf(values);
    return {
      kind: {
        kind: 'select',
        label: t('hours:activity.kind'),
        options: ACTIVITY_KINDS.map((value) => ({ value, label: t(`hours:state.${value}`) })),
      },
      begin: {
        kind: 'moment',
        label: t('hours:correct.begin'),
        problem: Number.isNaN(begin) && t('hours:correct.momentWrong'),
      },
      end: {
        kind: 'moment',
        label: t('hours:correct.end'),
        problem:
          (Number.isNaN(end) && t('hours:correct.momentWrong')) ||
          (begin >= end && t('hours:correct.orderWrong')) ||
          (end > Math.max(until, Date.now()) && t('hours:correct.future')) ||
          (end - begin > limits.correctionMs && t('hours:correct.tooLong')),
      },
      reason: {
        kind: 'text',
        label: t('hours:correct.reason'),
        hint: t('hours:correct.reasonHint'),
        required: t('hours:correct.reasonMissing'),
        maxLength: limits.reason,
      },
      excess: {
        kind: 'select',
        label: t('hours:correct.excess'),
        hint: t('hours:correct.excessHint'),
        options: [
          { value: '', label: t('hours:excess.none') },
          ...EXCESS_REASONS.map((value) => ({ value, label: t(`hours:excess.${value}`) })),
        ],
      },
      note: { kind: 'longText', label: t('hours:correct.note'), rows: 2, maxLength: limits.note },
    };
  };
}
