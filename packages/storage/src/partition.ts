/** Shares of the fleet that one process at a time works on. Never another number: it is in stored cursors. */
export const PARTITIONS = 64;

/** The partition of a device, for ever. */
export const partitionOf = (deviceId: number): number => deviceId % PARTITIONS;
