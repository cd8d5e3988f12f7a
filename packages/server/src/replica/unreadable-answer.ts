/** A tracking server answered something that is no answer; the message says what. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
}
