import { Input } from '@mantine/core';
import { parseExpression } from '@rastro/fleet/expressions';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './computed.module.css';
import { MAX_LETTERS } from './computed-values.ts';
import { completionsOf, partsOf } from './marked-parts.ts';

export interface ExpressionFieldProps {
  readonly value: string;
  /** Also say that it is empty: somebody tried to save. */
  readonly isChecked: boolean;
  /** What may be named in it. */
  readonly names: readonly string[];
  readonly onChange: (value: string) => void;
}

/** Coloured while it is typed, with what is wrong at its place and the names that go on as what was typed. */
export function ExpressionField({ value, isChecked, names, onChange }: ExpressionFieldProps) {
  const { t } = useTranslation('computed');
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(value.length);
  const [wanted, setWanted] = useState<number | null>(null);
  const read = parseExpression(value);
  const problem = read.ok ? null : read.error;
  const isTold = problem !== null && (isChecked || value.trim() !== '');
  const { from, names: offered } = completionsOf(value, caret, names);
  // React puts the caret at the end of what it writes; after a completion it goes on where the name ends.
  useLayoutEffect(() => {
    if (wanted === null) return;
    input.current?.focus();
    input.current?.setSelectionRange(wanted, wanted);
    setWanted(null);
  }, [wanted]);
  const complete = (name: string): void => {
    onChange(value.slice(0, from) + name + value.slice(caret));
    setCaret(from + name.length);
    setWanted(from + name.length);
  };
  return (
    <Input.Wrapper
      id={id}
      label={t('computed:expression')}
      description={t('computed:expressionHint')}
      withAsterisk
      error={
        isTold
          ? t(`computed:problem.${problem.code}`, {
              about: problem.about,
              wanted: problem.wanted ?? '',
              at: problem.at + 1,
              context: problem.wanted === null ? '' : 'wanted',
            })
          : null
      }
    >
      <div className={styles.expression}>
        <pre aria-hidden className={styles.colours}>
          {partsOf(value, isTold ? problem : null).map((part) => (
            <span key={part.from} data-part={part.kind}>
              {part.text}
            </span>
          ))}{' '}
        </pre>
        <textarea
          ref={input}
          id={id}
          className={styles.typed}
          value={value}
          maxLength={MAX_LETTERS}
          rows={3}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-required
          aria-invalid={isTold}
          aria-describedby={`${id}-description ${id}-error`}
          onChange={(event) => {
            setCaret(event.currentTarget.selectionStart);
            onChange(event.currentTarget.value);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        />
      </div>
      {offered.length > 0 && (
        <ul className={styles.offers} aria-label={t('computed:offers')}>
          {offered.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => complete(name)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Input.Wrapper>
  );
}
