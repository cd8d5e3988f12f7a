import type { ReactNode } from 'react';
import styles from './lines.module.css';

/** A list of lines to read, newest first as a rule; it scrolls. */
export function Lines({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul
      className={styles.lines}
      aria-label={label}
      // A list that scrolls is reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
      tabIndex={0}
    >
      {children}
    </ul>
  );
}

export interface LineProps {
  /** Event and time: an instant, and its text. */
  readonly head: { readonly what: string; readonly at: string; readonly when: string };
  readonly children?: ReactNode;
}

/** A line of one thing that happened. */
export function Line({ head, children }: LineProps) {
  return (
    <li className={styles.line}>
      <span className={styles.head}>
        <span>{head.what}</span>
        <time dateTime={head.at}>{head.when}</time>
      </span>
      {children}
    </li>
  );
}

/** Says that there are more lines than are shown. */
export function LastLine({ children }: { readonly children: ReactNode }) {
  return <li className={styles.line}>{children}</li>;
}
