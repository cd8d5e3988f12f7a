export { ByteReader, OutOfBytesError } from './byte-reader.ts';
export { systemClock, type Clock } from './clock.ts';
export { randomCode, randomToken } from './ids.ts';
export type { Log } from './log.ts';
export { fail, ok, type Result } from './result.ts';
export { Throttle } from './throttle.ts';
export { escapeXml, xmlDecimal } from './xml-text.ts';
