import { useEffect, useEffectEvent, useState } from 'react';

export interface Rotation {
  /** Which of the pages stands there. */
  readonly at: number;
  readonly isPaused: boolean;
  readonly step: (by: 1 | -1) => void;
  readonly toggle: () => void;
}

/** Goes through pages by one timer. Arrows step, space stops and goes on. */
export function useRotation(pages: number, seconds: number): Rotation {
  const [turn, setTurn] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const at = pages === 0 ? 0 : ((turn % pages) + pages) % pages;
  const step = (by: 1 | -1): void => setTurn((before) => before + by);
  useEffect(() => {
    if (isPaused || pages < 2) return undefined;
    // A step by hand begins the time of its page anew.
    const timer = setTimeout(() => setTurn((before) => before + 1), seconds * 1000);
    return () => clearTimeout(timer);
  }, [turn, isPaused, pages, seconds]);
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const isOnButton = event.target instanceof HTMLElement && event.target.closest('button') !== null;
    if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === ' ' && !isOnButton) setPaused((was) => !was);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return { at, isPaused, step, toggle: () => setPaused((was) => !was) };
}
