import { setImpersonating } from '../session/impersonation-flag.ts';
import { startOver } from '../session/start-over.ts';

/** Restarts the page after the session changed to another user; the way back is known. */
export function beginAsOther(): void {
  setImpersonating();
  startOver();
}
