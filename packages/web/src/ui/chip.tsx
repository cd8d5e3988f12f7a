import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './chip.module.css';

export interface ChipProps {
  readonly name: ReactNode;
  /** Label of the button. */
  readonly removeLabel: string;
  readonly onRemove: () => void;
  /** Stands before the name. */
  readonly icon?: ReactNode;
}

/** Something that was chosen, and can be given up. */
export function Chip({ name, removeLabel, onRemove, icon }: ChipProps) {
  return (
    <span className={styles.chip}>
      {icon}
      <span className={styles.name}>{name}</span>
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        <X size={13} aria-hidden />
      </button>
    </span>
  );
}
