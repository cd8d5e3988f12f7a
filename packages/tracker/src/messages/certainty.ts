/**
 * Null = what others have done is known here, but for the last moment; otherwise it is when this resolves.
 * @throws StorageError when the database cannot be asked: nothing may be answered by what was known before.
 */
export type Certainty = () => Promise<void> | null;

/** Of a process that has no others beside it. */
export const ALWAYS_CERTAIN: Certainty = () => null;
