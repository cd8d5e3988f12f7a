import type { Browser, CDPSession } from '@playwright/test';

/** A page without the recorder of requests that each page of Playwright has: in the page's own process it stores every answer. */
export interface PlainPage {
  /** @returns what the expression gives, as JSON can have it. */
  evaluate<T>(expression: string): Promise<T>;
  /** Bytes in use of the script heap, after a collection. */
  heapBytes(): Promise<number>;
}
interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
interface PlainOptions {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Runs before any script of the page. */
  readonly script: string;
}

export async function openPlainPage(browser: Browser, options: PlainOptions): Promise<PlainPage> {
  const { url, width, height, script } = options;
  const root = await browser.newBrowserCDPSession();
  // In no context of Playwright, so that it leaves the page alone.
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', width, height });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
  const send = sender(root, sessionId);
  await send('Page.enable');
  await send('Page.addScriptToEvaluateOnNewDocument', { source: script });
  await send('Page.navigate', { url });
  return {
    evaluate: async <T>(expression: string): Promise<T> => {
      const { result } = await send<{ result: { value: T } }>('Runtime.evaluate', {
        expression,
        returnByValue: true,
      });
      return result.value;
    },
    heapBytes: async () => {
      await send('HeapProfiler.collectGarbage');
      return (await send<{ usedSize: number }>('Runtime.getHeapUsage')).usedSize;
    },
  };
}

/** Sends to a page through the session of its browser. */
function sender(root: CDPSession, sessionId: string) {
  const replies = new Map<number, (reply: Reply) => void>();
  root.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    if (from !== sessionId) return;
    const reply = JSON.parse(message) as Reply;
    replies.get(reply.id)?.(reply);
    replies.delete(reply.id);
  });
  let last = 0;
  return async <T = unknown>(method: string, params: object = {}): Promise<T> => {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    replies.set(id, resolve);
    const message = JSON.stringify({ id, method, params });
    await root.send('Target.sendMessageToTarget', { sessionId, message });
    const { result, error } = await promise;
    if (error) throw new Error(`Cannot drive the page: ${method}: ${error.message}`);
    return result as T;
  };
}
