/** A tracker that no user sees: it registered itself, or its user was deleted. */
export interface UnassignedDevice {
  readonly deviceId: number;
  readonly name: string;
  readonly uniqueId: string;
  readonly model: string | null;
  /** Of its last position; null = it has sent none. */
  readonly protocol: string | null;
  /** ISO 8601 UTC; null = it never reported. */
  readonly lastUpdate: string | null;
}
