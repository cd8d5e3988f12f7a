/** The session of a caller has ended at the tracking server. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}

/** A tracking server answered something that is no answer; the message says what. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';
}
