import { Textarea, TextInput } from '@mantine/core';
import { FIELD_LIMITS, matchLanguage } from '@rastro/fleet';
import type { ChecklistItem } from '@rastro/fleet/inspections';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../formats/use-format.ts';
import { PhotoField } from '../pictures/photo-field.tsx';
import { SignaturePad } from '../pictures/signature-pad.tsx';
import { newUuid } from '../uuid.ts';
import styles from './answer-fields.module.css';
import {
  answerProblem,
  answersProblem,
  foundIn,
  NO_ANSWER,
  type AnswerValue,
  type AnswerValues,
} from './answer-values.ts';

const LIMITS = FIELD_LIMITS.inspection;

interface AnswerFieldsProps {
  readonly items: readonly ChecklistItem[];
  readonly values: AnswerValues;
  /** True after an attempt to send: what is missing is shown. */
  readonly isChecked: boolean;
  readonly onChange: (values: AnswerValues) => void;
}

/** Questions of a checklist, each with the input of its kind; a defect asks for more about it. */
export function AnswerFields({ items, values, isChecked, onChange }: AnswerFieldsProps) {
  return (
    <ol className={styles.items}>
      {items.map((item, index) => {
        const value = values.get(item.id) ?? NO_ANSWER;
        return (
          <AnswerField
            key={item.id}
            {...{ item, value, isChecked }}
            number={index + 1}
            onChange={(more) => onChange(new Map(values).set(item.id, { ...value, ...more }))}
          />
        );
      })}
    </ol>
  );
}

/** Why the answers cannot be sent, after an attempt. */
export function AnswersProblem({ items, values }: Pick<AnswerFieldsProps, 'items' | 'values'>) {
  const { t, i18n } = useTranslation('inspections');
  const problem = answersProblem(items, values, matchLanguage(i18n.language) ?? 'en');
  if (problem === null) return null;
  return (
    <p role="alert" className={styles.problem}>
      {t(`inspections:answer.${problem}`, { max: LIMITS.pictures })}
    </p>
  );
}

interface AnswerFieldProps {
  readonly item: ChecklistItem;
  readonly value: AnswerValue;
  readonly onChange: (more: Partial<AnswerValue>) => void;
}
function AnswerField({
  item,
  number,
  isChecked,
  ...props
}: AnswerFieldProps & { readonly number: number; readonly isChecked: boolean }) {
  const { t, i18n } = useTranslation('inspections');
  const language = matchLanguage(i18n.language) ?? 'en';
  const problem = isChecked ? answerProblem(item, props.value, language) : null;
  const severity = foundIn(item, props.value, language);
  return (
    <li
      className={styles.item}
      data-severity={severity ?? undefined}
      data-wrong={problem !== null || undefined}
    >
      <fieldset className={styles.question}>
        <legend dir="auto">
          {number}. {item.text}
          {!item.isRequired && <small> {t('inspections:answer.optional')}</small>}
        </legend>
        <AnswerInput item={item} {...props} />
        {severity !== null && (
          <>
            <p className={styles.defect}>{t(`inspections:severity.text.${severity}`)}</p>
            <Textarea
              label={t('inspections:answer.note')}
              size="md"
              rows={2}
              maxLength={LIMITS.note}
              value={props.value.note}
              onChange={({ currentTarget }) => props.onChange({ note: currentTarget.value })}
            />
            <PhotoField
              photos={props.value.photos}
              max={LIMITS.answerPictures}
              onChange={(photos) => props.onChange({ photos })}
            />
          </>
        )}
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {t(`inspections:answer.${problem}`)}
          </p>
        )}
      </fieldset>
    </li>
  );
}

function AnswerInput({ item, value, onChange }: AnswerFieldProps) {
  const { t } = useTranslation('inspections');
  switch (item.kind) {
    case 'yesNo':
      return <YesNo name={item.text} isOk={value.isOk} onChange={(isOk) => onChange({ isOk })} />;
    case 'number':
      return <NumberInput {...{ item, value, onChange }} />;
    case 'text':
      return (
        <Textarea
          aria-label={item.text}
          size="md"
          rows={2}
          maxLength={LIMITS.text}
          value={value.text}
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      );
    case 'photo':
      return (
        <PhotoField
          photos={value.photos}
          max={LIMITS.answerPictures}
          onChange={(photos) => onChange({ photos })}
        />
      );
    case 'signature':
      return (
        <div aria-label={t('inspections:kind.signature')} role="group">
          <SignaturePad
            onChange={(blob) => onChange({ signature: blob === null ? null : { id: newUuid(), blob } })}
          />
        </div>
      );
  }
}

interface YesNoProps {
  /** Question that is asked. */
  readonly name: string;
  /** Null = not answered. */
  readonly isOk: boolean | null;
  readonly onChange: (isOk: boolean) => void;
}
/** Two large buttons of which one is chosen. */
export function YesNo({ name, isOk, onChange }: YesNoProps) {
  const { t } = useTranslation('inspections');
  const group = useId();
  return (
    <div className={styles.choice}>
      {([true, false] as const).map((each) => (
        <label key={String(each)} className={styles.option} data-ok={each}>
          <input
            type="radio"
            name={group}
            aria-label={`${name}: ${t(each ? 'inspections:answer.yes' : 'inspections:answer.no')}`}
            checked={isOk === each}
            onChange={() => onChange(each)}
          />
          {t(each ? 'inspections:answer.yes' : 'inspections:answer.no')}
        </label>
      ))}
    </div>
  );
}

function NumberInput({ item, value, onChange }: AnswerFieldProps) {
  const { t } = useTranslation('inspections');
  const format = useFormat();
  const { min, max, unit } = item;
  const text = (limit: number): string => `${format.number(limit, 3)} ${unit}`.trim();
  const hint =
    min !== null && max !== null
      ? t('inspections:answer.between', { min: text(min), max: text(max) })
      : min !== null
        ? t('inspections:answer.atLeast', { min: text(min) })
        : max === null
          ? unit
          : t('inspections:answer.atMost', { max: text(max) });
  return (
    <TextInput
      aria-label={item.text}
      description={hint}
      size="md"
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={value.value}
      onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
    />
  );
}
