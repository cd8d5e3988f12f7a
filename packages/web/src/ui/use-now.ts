import { useEffect, useState } from 'react';

/** The present time, renewed each whole step (a clock changes on the minute, not a minute after mounting). */
export function useNow(stepMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer = 0;
    const wait = (): void => {
      timer = window.setTimeout(
        () => {
          setNow(Date.now());
          wait();
        },
        stepMs - (Date.now() % stepMs),
      );
    };
    wait();
    return () => window.clearTimeout(timer);
  }, [stepMs]);
  return now;
}
