import { isBehindFailure } from './postgres-error.ts';

/** Waits for all. @throws the first error; those behind it only say that there was one. */
export async function allOf(sent: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(sent)).flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures.find((error) => !isBehindFailure(error)) ?? failures[0];
}
