export type LoadCode = () => Promise<unknown>;

/** Not before the first screen is there, and one after another: what the user does now comes first. */
const FIRST_MS = 2000;

/**
 * Fetches code that is likely to be needed, so that opening it does not wait, nor fail when the server is away. Code
 * that fails to load here is loaded again when it is opened.
 * @param whenIdle Calls when the page has nothing else to do.
 */
export async function loadWhenIdle(
  loads: readonly LoadCode[],
  whenIdle: (callback: () => void) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const load of loads) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    if (signal.aborted) return;
    await load().catch(() => undefined);
  }
}

/** Browsers without idle callbacks wait a moment instead. */
export function pageIsIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(callback, { timeout: 4 * FIRST_MS });
  else setTimeout(callback, FIRST_MS);
}
