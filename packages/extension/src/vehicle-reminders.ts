import type { Attributes, EventType } from '@rastro/fleet';

/** An event that the extension raises at a vehicle, once for each `occurrence` of a key; more than one key may be open. */
export interface VehicleReminder {
  readonly deviceId: number;
  /** Bounded in number: the state of the vehicle holds the newest occurrence of each. */
  readonly key: string;
  readonly occurrence: string;
  readonly type: EventType;
  readonly attributes: Attributes;
}

/**
 * Raises an event, which is stored and notifies by the rules of its vehicle. Resolves when that is durable; an
 * occurrence that was raised last is not raised again, and a vehicle that is gone raises nothing.
 * @throws when the process that works on the vehicle does not answer: to be tried again.
 */
export type RaiseReminder = (reminder: VehicleReminder) => Promise<void>;
