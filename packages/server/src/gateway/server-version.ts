/** Release of a tracking server, as it tells it: `6.14.5` is 6 and 14. */
export interface ServerVersion {
  readonly major: number;
  readonly minor: number;
}

/** Oldest and newest generation of Traccar in front of which we are tested. */
const GENERATION = 6;

/** @returns null = it cannot be told. */
export function readVersion(text: string | null): ServerVersion | null {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(text ?? '') ?? [];
  return major === undefined || minor === undefined ? null : { major: Number(major), minor: Number(minor) };
}

export const isTooOld = ({ major }: ServerVersion): boolean => major < GENERATION;
/** Newer than what we know, or unknown: it may work. */
export const isUntested = (version: ServerVersion | null): boolean => version?.major !== GENERATION;
export const isBefore = (version: ServerVersion, { major, minor }: ServerVersion): boolean =>
  version.major < major || (version.major === major && version.minor < minor);

const SUPPORTED = 'Supported are Traccar 6 (6.0 and newer) and Rastro';

/** The server behind is none that works here; the message says what was found and what is supported. */
export class UnsupportedServerError extends Error {
  override readonly name = 'UnsupportedServerError';
  constructor(found: string) {
    super(`${found}. ${SUPPORTED}.`);
  }
}
