import pino, { type Logger } from 'pino';

/** Logger whose output nobody reads. */
export const silentLog = (): Logger => pino({ level: 'silent' });
