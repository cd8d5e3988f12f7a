import styles from './scores.module.css';

const HEIGHT = 8;

interface ScoreBarProps {
  readonly points: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Of those that it is compared with; null = none. */
  readonly median: number | null;
}

/** A score on the line from 0 to 100, with its range and the median; the numbers stand beside it. */
export function ScoreBar({ points, low, high, median }: ScoreBarProps) {
  const [from, to] = [low ?? points, high ?? points];
  return (
    <svg className={styles.bar} viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <rect className={styles.ground} width={100} height={HEIGHT} rx={1} />
      <rect className={styles.range} x={from} width={Math.max(to - from, 0.5)} height={HEIGHT} />
      {median !== null && (
        <line className={styles.median} x1={median} x2={median} y1={0} y2={HEIGHT} strokeWidth={0.8} />
      )}
      <rect className={styles.mark} x={Math.min(points, 99)} width={1.2} height={HEIGHT} />
    </svg>
  );
}
