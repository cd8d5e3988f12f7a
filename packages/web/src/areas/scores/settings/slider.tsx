import styles from './settings.module.css';

interface SliderProps {
  /** Said to those who hear it. */
  readonly label: string;
  readonly steps: readonly number[];
  readonly value: number;
  /** The value in words, with its unit. */
  readonly text: string;
  readonly onChange: (value: number) => void;
}

/** A slider over steps that are apart as far as they differ, with its value beside it. */
export function Slider({ label, steps, value, text, onChange }: SliderProps) {
  // A value that somebody set elsewhere is a step, too.
  const all = steps.includes(value) ? steps : [...steps, value].toSorted((a, b) => a - b);
  return (
    <span className={styles.slider}>
      <input
        type="range"
        className={styles.range}
        aria-label={label}
        aria-valuetext={text}
        min={0}
        max={all.length - 1}
        step={1}
        value={all.indexOf(value)}
        onChange={({ currentTarget }) => onChange(all[Number(currentTarget.value)] ?? value)}
      />
      <output className={styles.value}>{text}</output>
    </span>
  );
}
