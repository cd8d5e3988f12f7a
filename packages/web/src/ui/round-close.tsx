import { X } from 'lucide-react';
import styles from './round-close.module.css';

export interface RoundCloseProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** Takes away a notice that floats above the map. */
export function RoundClose({ label, onClick }: RoundCloseProps) {
  return (
    <button type="button" className={styles.close} aria-label={label} onClick={onClick}>
      <X size={15} aria-hidden />
    </button>
  );
}
