import styles from './count-tile.module.css';

export interface CountTileProps {
  /** The number; a dash while it is unknown. */
  readonly count: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onClick: () => void;
  /** For styles that paint a marker before the number. */
  readonly 'data-filter'?: string;
}

/** A count; the number is also the filter for it. */
export function CountTile({ count, label, isChosen, ...button }: CountTileProps) {
  return (
    <button type="button" className={styles.tile} aria-pressed={isChosen} {...button}>
      <span className={styles.count}>{count}</span>
      <span className={styles.label}>{label}</span>
    </button>
  );
}
