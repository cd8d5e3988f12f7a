import pino, { type Logger } from 'pino';

/** Of a server whose words nobody reads. */
export const silentLog = (): Logger => pino({ level: 'silent' });
