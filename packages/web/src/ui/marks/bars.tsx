import styles from './marks.module.css';
import type { Tone } from './shares.tsx';

const MAX_MARKS = 60;
const HEIGHT = 56;
const STEP = 20;

export interface Bar {
  /** Below zero it goes down. Null = not known. */
  readonly value: number | null;
  readonly tone: Tone;
}

/** One bar after another, over a common line. @param label What it shows, as a sentence. */
export function Bars({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) {
  const visible = bars.slice(-MAX_MARKS);
  const values = visible.map(({ value }) => value ?? 0);
  const [top, bottom] = [Math.max(0, ...values), Math.max(0, ...values.map((value) => -value))];
  const unit = (HEIGHT - 2) / Math.max(1, top + bottom);
  const zero = 1 + top * unit;
  return (
    <svg
      className={styles.mark}
      viewBox={`0 0 ${visible.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <rect className={styles.quiet} y={zero - 0.5} width={visible.length * STEP} height={1} />
      {visible.map(({ value, tone }, at) => {
        const height = Math.abs(value ?? 0) * unit;
        const y = (value ?? 0) < 0 ? zero : zero - height;
        return (
          <rect
            key={at}
            className={styles[tone]}
            x={at * STEP + 3}
            y={y}
            width={STEP - 6}
            height={height}
            rx={2}
          />
        );
      })}
    </svg>
  );
}
