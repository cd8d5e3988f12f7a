/** Enough for a few processes and browsers that write the same at once; more than that is a fault. */
const MAX_ATTEMPTS = 12;

/** Somebody else has written meanwhile. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'CONFLICT';

/**
 * Runs `attempt` again when it fails with CONFLICT. Each attempt must read what it replaces.
 * @throws the error of the last attempt, and at once any other error.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>, maxAttempts = MAX_ATTEMPTS): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || count >= maxAttempts) throw error;
    }
  }
}
