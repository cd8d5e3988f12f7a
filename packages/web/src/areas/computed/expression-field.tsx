import { Input } from '@mantine/core';
import { FIELD_LIMITS } from '@rastro/fleet';
import { parseExpression } from '@rastro/fleet/expressions';
import { useId, useLayoutEffect, useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './computed.module.css';
import { completionsOf, highlightedParts, type Completions } from './highlighted-parts.ts';

export interface ExpressionFieldProps {
  readonly value: string;
  /** Also say that it is empty, after an attempt to save. */
  readonly isChecked: boolean;
  /** Names that the expression may use. */
  readonly names: readonly string[];
  readonly onChange: (value: string) => void;
}

/** Colored while it is typed, with what is wrong at its place and the names that go on as what was typed. */
export function ExpressionField({ value, isChecked, names, onChange }: ExpressionFieldProps) {
  const { t } = useTranslation('computed');
  const id = useId();
  const typing = useCompletion(value, onChange);
  const read = parseExpression(value);
  const problem = read.ok ? null : read.error;
  const showsProblem = problem !== null && (isChecked || value.trim() !== '');
  const error = showsProblem
    ? t(`computed:problem.${problem.code}`, {
        about: problem.about,
        wanted: problem.wanted ?? '',
        at: problem.at + 1,
        context: problem.wanted === null ? '' : 'wanted',
      })
    : null;
  return (
    <Input.Wrapper
      id={id}
      label={t('computed:expression')}
      description={t('computed:expressionHint')}
      withAsterisk
      error={error}
    >
      <div className={styles.expression}>
        <pre aria-hidden className={styles.colours}>
          {highlightedParts(value, showsProblem ? problem : null).map((part) => (
            <span key={part.from} data-part={part.kind}>
              {part.text}
            </span>
          ))}{' '}
        </pre>
        <textarea
          {...typing.field}
          id={id}
          className={styles.typed}
          value={value}
          maxLength={FIELD_LIMITS.computed.expression}
          rows={3}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-required
          aria-invalid={showsProblem}
          aria-describedby={`${id}-description ${id}-error`}
        />
      </div>
      <Offers {...completionsOf(value, typing.caret, names)} onTake={typing.complete} />
    </Input.Wrapper>
  );
}

interface OffersProps extends Completions {
  readonly onTake: (from: number, name: string) => void;
}

function Offers({ from, names, onTake }: OffersProps) {
  const { t } = useTranslation('computed');
  if (names.length === 0) return null;
  return (
    <ul className={styles.offers} aria-label={t('computed:offers')}>
      {names.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => onTake(from, name)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Place of the caret, and a function that inserts a name there. */
function useCompletion(value: string, onChange: (value: string) => void) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(value.length);
  const wanted = useRef<number | null>(null);
  // React puts the caret at the end of what it writes; after a completion it goes on where the name ends.
  useLayoutEffect(() => {
    const at = wanted.current;
    if (at === null) return;
    wanted.current = null;
    ref.current?.focus();
    ref.current?.setSelectionRange(at, at);
  }, [value]);
  return {
    caret,
    field: {
      ref,
      onChange: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>): void => {
        setCaret(currentTarget.selectionStart);
        onChange(currentTarget.value);
      },
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>): void =>
        setCaret(currentTarget.selectionStart),
    },
    complete: (from: number, name: string): void => {
      wanted.current = from + name.length;
      onChange(value.slice(0, from) + name + value.slice(caret));
      setCaret(from + name.length);
    },
  };
}
