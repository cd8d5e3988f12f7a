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

/** @param readUrl Of a replica; null = there is none. */
export const serverAt = (url: string, readUrl: string | null = null): StorageLocation =>
  `${SERVER}${JSON.stringify({ url, readUrl } satisfies ServerUrls)}` as StorageLocation;

/** Urls of a database server and of its replica, with their passwords. */
export interface ServerUrls {
  readonly url: string;
  /** Null = there is none. */
  readonly readUrl: string | null;
}

/** Null = somewhere else. */
export const urlsOf = (location: StorageLocation): ServerUrls | null =>
  location.startsWith(SERVER) ? JSON.parse(location.slice(SERVER.length)) : null;
