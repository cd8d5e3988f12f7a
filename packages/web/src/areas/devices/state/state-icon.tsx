import styles from './state-icon.module.css';
import type { VehicleState } from '../../../live/vehicle-state.ts';

export interface StateIconProps {
  readonly state: VehicleState;
  /** Degrees clockwise from north; turns the arrow of a moving vehicle. */
  readonly course?: number;
  /** The vehicle's own color, around the mark. */
  readonly color?: string | null;
}

/** A state as form and color, so that it also reads without color: arrow, square, cross, question. */
export function StateIcon({ state, course = 0, color = null }: StateIconProps) {
  return (
    <span
      className={styles.mark}
      data-state={state}
      style={color === null ? undefined : { boxShadow: `0 0 0 2px ${color}` }}
      aria-hidden
    >
      <svg viewBox="0 0 16 16" className={styles.sign}>
        {state === 'moving' && (
          <path d="M8 2 12.4 13.2 8 10.9 3.6 13.2Z" transform={`rotate(${course} 8 8)`} />
        )}
        {state === 'stopped' && <rect x="4.5" y="4.5" width="7" height="7" rx="1.6" />}
        {state === 'offline' && <path className={styles.line} d="m4.8 4.8 6.4 6.4m0-6.4-6.4 6.4" />}
        {state === 'unknown' && (
          <path className={styles.line} d="M5.9 6.2a2.1 2.1 0 1 1 3 1.9c-.6.3-.9.7-.9 1.3m0 2.2v.1" />
        )}
      </svg>
    </span>
  );
}
