import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import styles from './widgets.module.css';

export interface Figure {
  readonly name: string;
  /** In words of the reader; a dash = not known. */
  readonly value: string;
  /** Report or list of what it counts; null = the list cannot be limited to the same vehicles. */
  readonly to: string | null;
  readonly tone?: 'bad' | 'warning';
  /** Below it: of which it is made. */
  readonly note?: string;
  readonly change?: Change;
  readonly isLarge?: true;
}
/** The number and the one that it is compared with. */
export interface Change {
  readonly now: number | null;
  readonly before: number | null | undefined;
  /** A rise is not good news; absent = neither direction is better. */
  readonly lessIsBetter?: true;
}

/** Numbers side by side; each leads to what it counts. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <ul className={styles.figures}>
      {figures.map(({ name, value, to, tone, note, change, isLarge }) => {
        return (
          <li key={name} className={styles.item} data-large={isLarge === true}>
            <Linked to={to} className={styles.figure} tone={tone}>
              <span className={styles.value}>{value}</span> <span className={styles.label}>{name}</span>
            </Linked>
            {change !== undefined && <ChangeText {...change} />}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </li>
        );
      })}
    </ul>
  );
}

interface LinkedProps {
  readonly to: string | null;
  readonly className: string | undefined;
  readonly tone?: Figure['tone'] | undefined;
  readonly children: ReactNode;
}
function Linked({ to, className, tone, children }: LinkedProps) {
  if (to === null)
    return (
      <span className={className} data-tone={tone}>
        {children}
      </span>
    );
  return (
    <Link to={to} className={className} data-tone={tone}>
      {children}
    </Link>
  );
}

/** A rise of what should be low is coloured, a rise of a distance is not. */
function ChangeText(change: Change) {
  const shown = useChangeText()(change);
  if (shown === null) return null;
  return (
    <span className={styles.change} data-good={shown.isGood}>
      {shown.text}
    </span>
  );
}

export interface ShownChange {
  readonly text: string;
  /** Null = neither good nor bad. */
  readonly isGood: boolean | null;
}
/** Words for a change; null = it is not compared. */
export function useChangeText(): (change: Change) => ShownChange | null {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return ({ now, before, lessIsBetter }) => {
    if (now === null || before === null || before === undefined || before <= 0) return null;
    const percent = Math.round(((now - before) / before) * 100);
    const direction = percent > 0 ? 'more' : percent < 0 ? 'less' : 'same';
    return {
      text: t(`overview:change.${direction}`, { percent: format.unit(Math.abs(percent), 'percent') }),
      isGood: lessIsBetter === true && direction !== 'same' ? direction === 'less' : null,
    };
  };
}

export interface Row {
  readonly key: string | number;
  readonly name: string;
  readonly detail: string;
  /** Null = it cannot be opened here. */
  readonly to: string | null;
}
/** Rows beyond are behind the numbers above. */
const MAX_ROWS = 30;

/** The first rows of a list. */
export function Rows({ rows, label }: { readonly rows: readonly Row[]; readonly label: string }) {
  if (rows.length === 0) return null;
  return (
    <ul className={styles.rows} aria-label={label}>
      {rows.slice(0, MAX_ROWS).map(({ key, name, detail, to }) => (
        <li key={key}>
          <Linked to={to} className={styles.row}>
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.detail}>{detail}</span>
          </Linked>
        </li>
      ))}
    </ul>
  );
}
