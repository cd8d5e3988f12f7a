import { useNow } from '../../ui/use-now.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './header.module.css';

/** @source SPEC §9 "The clock updates every 60 s". */
const CLOCK_MS = 60_000;

export function LocalTime() {
  const format = useFormat();
  const now = useNow(CLOCK_MS);
  return (
    <time className={styles.time} dateTime={new Date(now).toISOString()}>
      {format.time(now)}
    </time>
  );
}
