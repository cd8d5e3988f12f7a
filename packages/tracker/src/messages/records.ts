import type { CommandAnswer, DeviceRecord } from '@rastro/protocols';

/** Answer of a device to a command, and the connection on which it came; null = that had ended already. */
export interface ReceivedAnswer extends CommandAnswer {
  readonly linkId: string | null;
}

/** Entry from ingest for the process of positions: plain data, the device by its id. */
export type RecordEntry =
  | {
      readonly kind: 'records';
      readonly deviceId: number;
      readonly protocol: string;
      /** Clock of ingest, milliseconds since 1970: a replay must see the same time. */
      readonly arrivedAt: number;
      readonly records: readonly DeviceRecord[];
      /** Answer of the message to a command; absent = none. */
      readonly answer?: ReceivedAnswer;
    }
  /** The connection of the device ended and no newer one has taken over. */
  | { readonly kind: 'gone'; readonly deviceId: number; readonly arrivedAt: number };

/** A device reported, and was answered. */
export type ReceivedEntry = Pick<
  Extract<RecordEntry, { readonly kind: 'records' }>,
  'deviceId' | 'protocol' | 'answer'
>;

/** Entries of one partition, in order. */
export interface RecordBundle {
  readonly partition: number;
  readonly entries: readonly RecordEntry[];
}
export interface BundleOutcome {
  /** All of it; otherwise nobody may be answered, and the devices send again. */
  readonly isDurable: boolean;
  /** Devices of the bundle for which commands wait. */
  readonly awaited: readonly number[];
}

/** The way of entries from ingest to the process of positions, in this process or another one. */
export interface RecordSink {
  /** Sources must stop reading and ask `whenDrained` to be woken. */
  readonly isFull: boolean;
  whenDrained(wake: () => void): void;
  /** More would only wait: what was read had better be decoded later, `whenFree`, in the order of asking. */
  readonly isBusy: boolean;
  whenFree(wake: () => void): void;
  /**
   * Calls back once, in the order of `send` for each device.
   * @param onDurable The moment to acknowledge; gets whether commands wait for the device.
   * @param onFailed Nothing of it is stored, or that is unknown: the device must send again.
   */
  send(entry: RecordEntry, onDurable: (isAwaited: boolean) => void, onFailed: () => void): void;
}
