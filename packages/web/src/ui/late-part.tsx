import { lazy, Suspense, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { FailedNotice, FailedScreen } from './failed-part.tsx';
import { reloadStyles } from './reload-styles.ts';

/** Replacement for a part that fails to load: nothing, a line over the page, or a panel of its own. */
export type StandIn = 'nothing' | 'notice' | 'screen';
type Load<P extends object> = () => Promise<ComponentType<P>>;

const AGAIN_MS = 5000;

/** A part whose code comes when it is shown; what stands around it stays meanwhile. */
export function latePart<P extends object>(
  standIn: StandIn,
  load: Load<P>,
  /** Placeholder while it loads; absent = nothing. */
  waiting: ReactNode = null,
): ComponentType<P> {
  const Part: ComponentType<P> = lazy(async () => ({ default: await loadPart(standIn, load) }));
  return function LatePart(props: P) {
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** A screen whose code comes when its address is opened. */
export const lateScreen = (load: Load<object>) => ({
  lazy: async () => ({ Component: await loadPart('screen', load) }),
});

/** Never fails: without the server it gives what stands in, which asks again by itself. */
async function loadPart<P extends object>(standIn: StandIn, load: Load<P>): Promise<ComponentType<P>> {
  try {
    // A failed prefetch is retried when the part is opened.
    await reloadStyles(document).catch(() => undefined);
    return await load();
  } catch (error) {
    console.warn('Cannot load a part of the page', error);
    return makeStandIn(standIn, load);
  }
}

function makeStandIn<P extends object>(standIn: StandIn, load: Load<P>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  let asked: Promise<void> | null = null;
  const ask = (): Promise<void> =>
    (asked ??= askAgain(load)
      .then((part) => void (loaded = part))
      .finally(() => (asked = null)));

  return function StandInPart(props: P) {
    const [Part, setPart] = useState(() => loaded);
    const [isBusy, setBusy] = useState(false);
    const retry = useCallback((): void => {
      setBusy(true);
      // Still away: what stands in stays, and asks again.
      void ask().then(
        () => setPart(() => loaded),
        () => setBusy(false),
      );
    }, []);
    useEffect(() => {
      if (Part !== null) return undefined;
      const timer = setInterval(retry, AGAIN_MS);
      window.addEventListener('online', retry);
      return () => {
        clearInterval(timer);
        window.removeEventListener('online', retry);
      };
    }, [Part, retry]);
    if (Part !== null) return <Part {...props} />;
    if (standIn === 'nothing') return null;
    const Failed = standIn === 'screen' ? FailedScreen : FailedNotice;
    return <Failed isBusy={isBusy} onRetry={retry} />;
  };
}

async function askAgain<P extends object>(load: Load<P>): Promise<ComponentType<P>> {
  await reloadStyles(document);
  return load();
}
