/** Flag that this browser may have an impersonation: without it the server is not asked at every start. */
const KEY = 'rastro.acting';

export function setImpersonating(): void {
  storage()?.setItem(KEY, 'yes');
}
export function clearImpersonating(): void {
  storage()?.removeItem(KEY);
}
/** A browser that keeps nothing is asked each time. */
export const mayBeImpersonating = (): boolean => storage()?.getItem(KEY) !== null;

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
