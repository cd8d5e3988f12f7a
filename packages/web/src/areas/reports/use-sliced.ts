import { useEffect, useState } from 'react';

/** What a frame has left beside the drawing. */
const SLICE_MS = 8;

/**
 * What work in slices comes to; the former stays until the next is there. null = none yet.
 * @param work The same function as long as the same is wanted; another one gives the former up.
 */
export function useSliced<T>(work: () => Generator<undefined, T>): T | null {
  const [made, setMade] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    const steps = work();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = (): void => {
      const end = performance.now() + SLICE_MS;
      do {
        const step = steps.next();
        if (step.done === true) {
          setMade({ value: step.value });
          return;
        }
      } while (performance.now() < end);
      timer = setTimeout(goOn);
    };
    goOn();
    return () => clearTimeout(timer);
  }, [work]);
  return made === null ? null : made.value;
}
