import { useFormat } from '../../../kernel/formats/use-format.ts';
import styles from './batch.module.css';

export interface CountTile {
  readonly label: string;
  readonly count: number;
  /** More than none of it is bad. */
  readonly isBad?: boolean;
}

export function ResultTiles({ tiles }: { tiles: readonly CountTile[] }) {
  const format = useFormat();
  return (
    <dl className={styles.counts}>
      {tiles.map(({ label, count, isBad = false }) => (
        <div key={label} className={styles.tile} data-bad={isBad && count > 0}>
          <dt>{label}</dt>
          <dd>{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
