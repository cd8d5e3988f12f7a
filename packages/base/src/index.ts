export { ByteReader, OutOfBytesError } from './byte-reader.ts';
export { systemClock, type Clock } from './clock.ts';
export { randomCode, randomToken } from './ids.ts';
export { DAY_MS, DAY_S, HOUR_MS, HOUR_S, MINUTE_MS, MINUTE_S, SECOND_MS, WEEK_MS } from './durations.ts';
export type { Log } from './log.ts';
export { isConflict, retryOnConflict } from './retry-on-conflict.ts';
export { fail, ok, type Result } from './result.ts';
export { Throttle } from './throttle.ts';
export { escapeXml, xmlDecimal } from './xml-text.ts';
