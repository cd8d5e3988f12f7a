/** Every error status, and its description. */
export const ERROR_STATUSES = {
  400: 'What was sent cannot be read, or the tracking server refuses it: the code says why',
  401: 'Nobody is signed in; with `WWW-Authenticate: TOTP` a one-time code is missing',
  403: 'A right is missing, or the call comes from another site',
  404: 'There is nothing at this address, or what the call names does not exist',
  405: 'The address does not know this method; `Allow` names those it knows',
  408: 'The request did not arrive in time',
  409: 'Something newer has been done meanwhile, or a name is taken',
  413: 'The body is too large',
  414: 'The address is too long',
  415: 'The body has a type that is not read here',
  429: 'Too many tries or calls; `Retry-After` says for how many seconds, where that is known',
  431: 'The headers are too large',
  500: 'The database does not answer',
  501: 'The tracking server behind this one does not have it',
  502: 'Somebody behind this server does not answer',
  503: 'The database or a report was busy; try again',
} as const;
export type ErrorStatus = keyof typeof ERROR_STATUSES;
