/** Of the process that packs history. */
export const LEASE = 'history.packing';
export const LEASE_MS = 60_000;
