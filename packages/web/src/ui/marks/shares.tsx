import styles from './marks.module.css';

export type Tone = 'good' | 'bad' | 'warning' | 'plain' | 'quiet';
export interface Share {
  readonly value: number;
  readonly tone: Tone;
}
/** More would be narrower than what can be seen. */
const MAX_MARKS = 60;
const WIDTH = 300;
const HEIGHT = 10;
const GAP = 2;

/** Parts of a whole, side by side. @param label What it shows, as a sentence. */
export function Shares({ parts, label }: { readonly parts: readonly Share[]; readonly label: string }) {
  const visible = parts.filter(({ value }) => value > 0).slice(0, MAX_MARKS);
  const total = visible.reduce((sum, { value }) => sum + value, 0);
  const room = WIDTH - GAP * Math.max(0, visible.length - 1);
  const before = (at: number): number => visible.slice(0, at).reduce((sum, { value }) => sum + value, 0);
  return (
    <svg
      className={styles.mark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      {total === 0 && <rect className={styles.quiet} width={WIDTH} height={HEIGHT} rx={3} />}
      {visible.map(({ value, tone }, at) => {
        const width = (room * value) / total;
        const left = total === 0 ? 0 : (room * before(at)) / total + GAP * at;
        return (
          <rect
            key={at}
            className={styles[tone]}
            x={left}
            width={width}
            height={HEIGHT}
            rx={Math.min(3, width / 2)}
          />
        );
      })}
    </svg>
  );
}
