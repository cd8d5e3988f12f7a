/** An import that cannot begin, or whose result is not what was asked for; the message says why. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
