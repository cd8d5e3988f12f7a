import { useEffect, useState } from 'react';

/** Time of a frame that is left besides the drawing. */
const SLICE_MS = 8;

/**
 * Result of work done in slices; the last result stays until the next one is ready. null = none yet.
 * @param work The same function for the same result; another one cancels the former.
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
