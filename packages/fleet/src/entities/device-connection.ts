/** Port of a protocol, and when something last came to it. Times in ISO 8601 UTC; null = not since the start. */
export interface OpenListener {
  readonly protocol: string;
  readonly port: number;
  readonly lastMessage: string | null;
  /** Something that this protocol cannot read. */
  readonly lastFailure: string | null;
}
/** Identifier that no vehicle has, and that a tracker just sent. */
export interface UnknownCaller {
  readonly uniqueId: string;
  readonly protocol: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}
/** Where a tracker is to send, and what came there instead of it: `GET /devices/:id/connection`. */
export interface DeviceConnection {
  readonly deviceId: number;
  /** Host of the public address; null = PUBLIC_URL is not set. */
  readonly host: string | null;
  readonly listeners: readonly OpenListener[];
  /** The tracker came and was turned away. */
  readonly refused: { readonly reason: 'disabled' | 'expired' | 'secret'; readonly at: string } | null;
  /** The tracker came and was not understood. */
  readonly undecoded: { readonly reason: string; readonly at: string } | null;
  /** Newest first. All but administrators get only those similar to the identifier of the device. */
  readonly unknown: readonly UnknownCaller[];
}
