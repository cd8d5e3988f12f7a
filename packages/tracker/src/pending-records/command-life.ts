import { HOUR_MS } from '@rastro/base';
import type { CommandStatus } from '@rastro/fleet';
import type { OutgoingCommand } from '@rastro/protocols';
import type { StoredCommand } from '@rastro/storage';
import type { CommandOrder } from '../messages/topics.ts';

const SAFETY_EXPIRY_MS = 24 * HOUR_MS;
const USUAL_EXPIRY_MS = 7 * 24 * HOUR_MS;
/** Largest value of the widest field of a protocol. */
const MAX_SERIALS = 2 ** 31;
const LONGEST_EXPIRY_MS = 30 * 24 * HOUR_MS;

/**
 * Commands that act on the vehicle or the tracker: done much later than meant they do harm. `custom` is one
 * of them, because nobody knows what it says.
 */
const SAFETY_TYPES: ReadonlySet<string> = new Set([
  'custom',
  'engineStop',
  'engineResume',
  'anchorEnable',
  'anchorDisable',
  'alarmArm',
  'alarmDisarm',
  'alarmDismiss',
  'outputControl',
  'powerOff',
  'rebootDevice',
  'factoryReset',
  'firmwareUpdate',
]);

/** A command as it begins: queued. `expiresIn` (seconds) among the attributes replaces the usual end. */
export function newCommand(order: CommandOrder, now: number): Omit<StoredCommand, 'id'> {
  return {
    ...order,
    status: 'queued',
    createdAt: now,
    expiresAt: now + expiryMs(order),
    sentAt: null,
    changedAt: now,
    result: null,
    reason: null,
  };
}

function expiryMs({ type, attributes }: CommandOrder): number {
  const asked = Number(attributes['expiresIn'] ?? 0) * 1000;
  if (asked > 0) return Math.min(asked, LONGEST_EXPIRY_MS);
  return SAFETY_TYPES.has(type) ? SAFETY_EXPIRY_MS : USUAL_EXPIRY_MS;
}

/**
 * Command as an encoder gets it: `{uniqueId}` in a text becomes the device's; the id is the one its answer may repeat.
 */
export function forEncoder(
  { id: serial, type, attributes }: StoredCommand,
  uniqueId: string,
): OutgoingCommand {
  const { data } = attributes;
  if (typeof data !== 'string') return { serial: serial % MAX_SERIALS, type, attributes };
  return {
    serial: serial % MAX_SERIALS,
    type,
    attributes: { ...attributes, data: data.replaceAll('{uniqueId}', uniqueId) },
  };
}

/** May the vehicle's report or the device's answer still change this? */
export const isAwaited = (status: CommandStatus): boolean =>
  status === 'sent' || status === 'unanswered' || status === 'accepted' || status === 'unknown';
