declare const opaque: unique symbol;

/**
 * Location of a store, in a form that can be passed to a thread. Its contents are private to the adapters and the two
 * functions that open one.
 */
export type StorageLocation = string & { readonly [opaque]: true };

const EMBEDDED = 'embedded:';

/** The one place that vouches. */
export const embeddedAt = (path: string): StorageLocation => `${EMBEDDED}${path}` as StorageLocation;

/** The path of an embedded store; null = somewhere else. */
export const pathOf = (location: StorageLocation): string | null =>
  location.startsWith(EMBEDDED) ? location.slice(EMBEDDED.length) : null;
