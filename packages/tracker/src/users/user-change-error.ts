import { checkUserChange } from '../access/user-rules.ts';
import { AppError } from '../errors/app-error.ts';
import { ApiError } from '../http/api-error.ts';

/**
 * Error of a change of an account that an actor may not make, as this server would answer it; null = allowed. For a
 * gateway in front of a tracking server that does not know these rules.
 */
export function userChangeError(
  ...change: Parameters<typeof checkUserChange>
): { readonly status: number; readonly text: string } | null {
  try {
    checkUserChange(...change);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, body } = ApiError.of(error);
    return { status, text: body };
  }
}
