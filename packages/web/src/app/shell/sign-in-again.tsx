import { useSignedIn } from '../../kernel/services.tsx';
import { latePart } from '../../ui/late-part.tsx';

// Rarely needed: the first visit does not wait for it.
const SignInDialog = latePart('notice', async () => (await import('./sign-in-dialog.tsx')).SignInDialog);

/**
 * Sign-in over what was being typed when the server ended the session: the form below stays as it is. Another user
 * who signs in gets a page of their own.
 */
export function SignInAgain() {
  const { isOver = false } = useSignedIn();
  return isOver ? <SignInDialog /> : null;
}
