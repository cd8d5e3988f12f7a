/** Reports that one page has under way. An account may have four: the server may still see two that were cancelled. */
const AT_ONCE = 2;

let underWay = 0;
const waiting: (() => void)[] = [];

/** Asks for a report once fewer are under way: a screen of many reports would be rejected with some of them. */
export async function inTurn<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (underWay >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  underWay++;
  try {
    signal.throwIfAborted();
    return await ask();
  } finally {
    underWay--;
    waiting.shift()?.();
  }
}
