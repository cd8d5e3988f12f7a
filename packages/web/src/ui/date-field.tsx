import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, readDateText, type DateKind } from '../i18n/date-text.ts';
import styles from './date-field.module.css';

export interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  readonly kind: DateKind;
  /** Date as forms store it (`2026-11-22`, `2026-11-22T15:04`), or the text typed so far. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const PICKERS = { date: 'date', moment: 'datetime-local' } as const;

/** A date typed as the reader of the product writes it, whatever the browser's language; with the browser's calendar. */
export function DateField({ kind, value, onChange, ...inputProps }: DateFieldProps) {
  const { t, i18n } = useTranslation('common');
  const language = matchLanguage(i18n.language) ?? 'en';
  const picker = useRef<HTMLInputElement>(null);
  return (
    <TextInput
      {...inputProps}
      placeholder={t(`common:dateField.${kind}`)}
      inputMode={kind === 'date' ? 'decimal' : 'text'}
      autoComplete="off"
      value={dateText(value, language)}
      onChange={(event) => onChange(readDateText(event.currentTarget.value, kind, language))}
      rightSection={
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('common:dateField.open')}
            disabled={inputProps.disabled === true}
            onClick={() => picker.current?.showPicker()}
          >
            <CalendarDays size={16} aria-hidden />
          </ActionIcon>
          <input
            ref={picker}
            className={styles.picker}
            type={PICKERS[kind]}
            tabIndex={-1}
            aria-hidden
            value={readDateText(dateText(value, language), kind, language) === value ? value : ''}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </>
      }
    />
  );
}
