import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './state-chip.module.css';

export interface StateChipProps {
  readonly icon: LucideIcon;
  /** `bad` = needs attention. */
  readonly tone: 'plain' | 'bad' | 'warning';
  readonly children: ReactNode;
}

/** One fact about a thing, short. */
export function StateChip({ icon: Icon, tone, children }: StateChipProps) {
  return (
    <span className={styles.chip} data-tone={tone}>
      <Icon size={13} aria-hidden />
      {children}
    </span>
  );
}
