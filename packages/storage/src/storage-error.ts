/** The store could not do its job. Unexpected, thrown once, handled at the rim. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  constructor(action: string, code: StorageErrorCode, options?: ErrorOptions) {
    super(`Cannot ${action}: storage answered ${code}`, options);
    this.code = code;
  }
}
export const STORAGE_ERROR_CODES = [
  'UNAVAILABLE',
  'CONFLICT',
  'TOO_NEW',
  'CLOSED',
  'FENCED',
  'OUT_OF_ORDER',
  'IN_USE',
  'DAMAGED',
  'LOST',
  'UNFINISHED',
] as const;
export type StorageErrorCode = (typeof STORAGE_ERROR_CODES)[number];
