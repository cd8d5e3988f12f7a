declare const opaque: unique symbol;

/**
 * Location of a store, in a form that can be passed to a thread. Its contents are private to the adapters and the two
 * functions that open one.
 */
export type StorageLocation = string & { readonly [opaque]: true };

const EMBEDDED = 'embedded:';
const SERVER = 'server:';

/** The two places that vouch. */
export const embeddedAt = (path: string): StorageLocation => `${EMBEDDED}${path}` as StorageLocation;

/** The path of an embedded store; null = somewhere else. */
export const pathOf = (location: StorageLocation): string | null =>
  location.startsWith(EMBEDDED) ? location.slice(EMBEDDED.length) : null;

export const serverAt = (url: string): StorageLocation => `${SERVER}${url}` as StorageLocation;

/** The url of a database server, with its password; null = somewhere else. */
export const urlOf = (location: StorageLocation): string | null =>
  location.startsWith(SERVER) ? location.slice(SERVER.length) : null;
