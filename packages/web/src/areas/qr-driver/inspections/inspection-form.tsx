import { Button, Textarea, TextInput } from '@mantine/core';
import { FIELD_LIMITS, matchLanguage, type Language } from '@rastro/fleet';
import {
  SIGNED_STATES,
  type ChecklistItem,
  type DefectConfirmation,
  type DriverDefect,
  type DriverInspections,
} from '@rastro/fleet/inspections';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readNumber } from '../../../i18n/number-text.ts';
import { AnswerFields, AnswersProblem, YesNo } from '../../../kernel/inspections/answer-fields.tsx';
import {
  answersProblem,
  foundIn,
  NO_ANSWER,
  writtenAnswers,
  type AnswerValues,
} from '../../../kernel/inspections/answer-values.ts';
import { newUuid } from '../../../kernel/uuid.ts';
import frame from '../qr-driver.module.css';
import styles from './inspections.module.css';
import { useFrameInspections, type OfferedChecklist } from './use-inspection-queue.ts';

interface InspectionFormProps extends Pick<OfferedChecklist, 'checklist' | 'phase'> {
  readonly given: DriverInspections;
  readonly onDone: () => void;
}
type Replies = ReadonlyMap<number, Pick<DefectConfirmation, 'note'> & { readonly isOk: boolean | null }>;
const NO_REPLY = { isOk: null, note: '' } as const;

/** Values of the form; what is sent is stored first. */
function useInspectionForm({ checklist, phase, given, onDone }: InspectionFormProps) {
  const { i18n } = useTranslation('inspections');
  const language = matchLanguage(i18n.language) ?? 'en';
  const queue = useFrameInspections();
  const [begun] = useState(() => ({ key: newUuid(), startedAt: new Date().toISOString() }));
  // A list that is read again meanwhile asks nothing else.
  const [repaired] = useState(() => (phase === 'before' ? repairedIn(given) : []));
  const [values, setValues] = useState<AnswerValues>(new Map());
  const [replies, setReplies] = useState<Replies>(new Map());
  const [more, setMore] = useState({ odometer: '', note: '' });
  const [isChecked, setChecked] = useState(false);
  const [state, setState] = useState<'busy' | 'full' | null>(null);
  const { items } = checklist;
  const km = kmIn(more.odometer, language);
  const isKm = km === null || (km >= 0 && km <= FIELD_LIMITS.inspection.odometerKm);
  const hasReplies = repaired.every(({ id }) => (replies.get(id) ?? NO_REPLY).isOk !== null);
  const send = async (): Promise<void> => {
    setChecked(true);
    if (!isKm || !hasReplies || answersProblem(items, values, language) !== null) return;
    setState('busy');
    const { answers, pictures } = writtenAnswers(items, values, language);
    const content = {
      ...begun,
      checklistId: checklist.id,
      revision: checklist.revision,
      deviceId: given.deviceId,
      phase,
      finishedAt: new Date().toISOString(),
      odometerKm: km,
      note: more.note.trim(),
      answers,
      confirmations: confirmationsOf(repaired, replies),
    };
    const isBlocking = checklist.blocksCheckIn && isUnsafe(items, values, language);
    try {
      await queue.add({ content, name: checklist.name, isBlocking, photos: pictures });
      onDone();
    } catch {
      setState('full');
    }
  };
  const set = (part: Partial<typeof more>): void => setMore((before) => ({ ...before, ...part }));
  const form = { repaired, values, setValues, replies, setReplies, more, set };
  return { ...form, isChecked, isKm, state, send };
}

/** Null = it was not read; NaN = it is no number. */
const kmIn = (text: string, language: Language): number | null =>
  text.trim() === '' ? null : (readNumber(text, language) ?? Number.NaN);
const isUnsafe = (items: readonly ChecklistItem[], values: AnswerValues, language: Language): boolean =>
  items.some((item) => foundIn(item, values.get(item.id) ?? NO_ANSWER, language) === 'unsafe');

/** A checklist that a driver fills in, with a word on each defect that was repaired. */
export function InspectionForm(props: InspectionFormProps) {
  const { t } = useTranslation('inspections');
  const { checklist, phase, given, onDone } = props;
  const form = useInspectionForm(props);
  const { items } = checklist;
  const { values, isChecked, state } = form;
  return (
    <form
      className={styles.list}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== 'busy') void form.send();
      }}
    >
      <h1 className={frame.heading} dir="auto">
        {checklist.name}
      </h1>
      <p className={frame.quiet} dir="auto">
        {`${given.deviceName} · ${t(`inspections:phase.${phase}`)}`}
      </p>
      <Repaired {...form} onChange={form.setReplies} />
      <AnswerFields {...{ items, values, isChecked }} onChange={form.setValues} />
      <MoreFields {...form} />
      {isChecked && <AnswersProblem {...{ items, values }} />}
      {state === 'full' && (
        <p className={frame.card} data-tone="rejected" role="alert">
          {t('inspections:driver.notStored')}
        </p>
      )}
      <Button type="submit" size="xl" loading={state === 'busy'}>
        {t('inspections:driver.send')}
      </Button>
      <Button variant="subtle" onClick={onDone}>
        {t('inspections:driver.back')}
      </Button>
    </form>
  );
}

type MoreFieldsProps = Pick<ReturnType<typeof useInspectionForm>, 'more' | 'set' | 'isKm' | 'isChecked'>;
function MoreFields({ more: { odometer, note }, set, isKm, isChecked }: MoreFieldsProps) {
  const { t } = useTranslation('inspections');
  return (
    <>
      <TextInput
        label={t('inspections:driver.odometer')}
        size="md"
        inputMode="decimal"
        autoComplete="off"
        value={odometer}
        error={isChecked && !isKm ? t('inspections:driver.odometerWrong') : null}
        onChange={({ currentTarget }) => set({ odometer: currentTarget.value })}
      />
      <Textarea
        label={t('inspections:field.note')}
        size="md"
        rows={2}
        maxLength={FIELD_LIMITS.inspection.note}
        value={note}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
      />
    </>
  );
}

const repairedIn = ({ defects }: DriverInspections): readonly DriverDefect[] =>
  defects.filter(({ state }) => SIGNED_STATES.some((each) => each === state));
const confirmationsOf = (
  repaired: readonly DriverDefect[],
  replies: Replies,
): readonly DefectConfirmation[] =>
  repaired.map(({ id }) => {
    const { isOk, note } = replies.get(id) ?? NO_REPLY;
    return { defectId: id, isConfirmed: isOk === true, note: note.trim() };
  });

interface RepairedProps {
  readonly repaired: readonly DriverDefect[];
  readonly replies: Replies;
  readonly isChecked: boolean;
  readonly onChange: (replies: Replies) => void;
}
/** Defects that were repaired: the next driver says whether they are gone. */
function Repaired({ repaired, replies, isChecked, onChange }: RepairedProps) {
  const { t } = useTranslation('inspections');
  return repaired.map(({ id, itemText, note }) => {
    const reply = replies.get(id) ?? NO_REPLY;
    const set = (more: Partial<typeof reply>): void =>
      onChange(new Map(replies).set(id, { ...reply, ...more }));
    return (
      <fieldset key={id} className={styles.repaired}>
        <legend dir="auto">{itemText}</legend>
        {note !== '' && (
          <p className={frame.quiet} dir="auto">
            {note}
          </p>
        )}
        <p>{t('inspections:driver.repaired')}</p>
        <YesNo name={itemText} isOk={reply.isOk} onChange={(isOk) => set({ isOk })} />
        {reply.isOk === false && (
          <Textarea
            label={t('inspections:answer.note')}
            size="md"
            rows={2}
            maxLength={FIELD_LIMITS.inspection.note}
            value={reply.note}
            onChange={({ currentTarget }) => set({ note: currentTarget.value })}
          />
        )}
        {isChecked && reply.isOk === null && (
          <p role="alert" className={styles.problem}>
            {t('inspections:answer.missing')}
          </p>
        )}
      </fieldset>
    );
  });
}
