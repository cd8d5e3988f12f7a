declare global {
  interface Window {
    /** Answers on their way since before the application came, by address (`early/early.ts`). */
    earlyReads?: Map<string, Promise<Response>>;
  }
}

/** Takes the answer to a read that was begun before the application came; it is there once. Undefined = there is none. */
export function takeEarlyRead(address: string, method = 'GET'): Promise<Response> | undefined {
  if (method !== 'GET') return undefined;
  const begun = window.earlyReads?.get(address);
  window.earlyReads?.delete(address);
  return begun;
}
