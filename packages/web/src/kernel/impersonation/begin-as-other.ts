import { setImpersonating } from '../session/impersonation-flag.ts';
import { startOver } from '../session/start-over.ts';

/** The session is another person's now: the page begins anew, and knows the way back. */
export function beginAsOther(): void {
  setImpersonating();
  startOver();
}
