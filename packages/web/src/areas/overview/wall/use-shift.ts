import { MINUTE_MS } from '@rastro/base';
import { useEffect, useState } from 'react';

const SHIFT_MS = 10 * MINUTE_MS;
/** Round a square of two pixels. */
const PLACES = ['0, 0', '2px, 0', '2px, 2px', '0, 2px'] as const;

/** Moves the picture a little now and then: what stands for months at one place burns into a screen. */
export function useShift(): string {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), SHIFT_MS);
    return () => clearInterval(timer);
  }, []);
  return `translate(${PLACES[turn % PLACES.length] ?? PLACES[0]})`;
}
