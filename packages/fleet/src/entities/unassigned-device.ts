/** A tracker that nobody sees: it registered itself, or who had it is gone. */
export interface UnassignedDevice {
  readonly deviceId: number;
  readonly name: string;
  readonly uniqueId: string;
  readonly model: string | null;
  /** Of its last position; null = it has sent none. */
  readonly protocol: string | null;
  /** ISO 8601 UTC; null = it was never heard of. */
  readonly lastUpdate: string | null;
}
