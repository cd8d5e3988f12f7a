import type { Attributes, Right } from '@rastro/fleet';
import { rightOfCommand } from '@rastro/protocols/engine';
import type { TrackingKey } from '@rastro/fleet/api';
import type { NamedCommand } from './named-command.ts';

const SENDS = 'POST /commands/send' satisfies TrackingKey;
/** Keeps a command for later: made or changed, the same holds. */
const STORES: ReadonlySet<string> = new Set<TrackingKey>(['POST /commands', 'PUT /commands/:id']);
const REACTS: ReadonlySet<string> = new Set<TrackingKey>(['POST /notifications', 'PUT /notifications/:id']);

/**
 * The command that a request would send, by itself or as the reaction of a notification rule.
 * @returns null = none; 'unreadable' = the other side might read one where we cannot.
 */
export function commandIn(key: TrackingKey | null, body: unknown): NamedCommand | 'unreadable' | null {
  if (key === null || (key !== SENDS && !STORES.has(key) && !REACTS.has(key))) return null;
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return 'unreadable';
  const fields = body as Readonly<Record<string, unknown>>;
  const type = typeof fields['type'] === 'string' ? fields['type'] : '';
  const content = { type, attributes: attributesIn(fields['attributes']) };
  if (STORES.has(key))
    return rightOfCommand(type, content.attributes) === 'devices.sendCommand' ? null : content;
  const savedId = Math.trunc(Number(fields[key === SENDS ? 'id' : 'commandId'] ?? 0));
  if (Number.isNaN(savedId)) return 'unreadable';
  if (savedId > 0) return { savedId };
  return key === SENDS ? content : null;
}

/** The right that a command needs; null = there is none. @param read Reads something as the caller sees it. */
export async function rightOfNamed(
  command: NamedCommand | 'unreadable' | null,
  read: (path: string) => Promise<unknown>,
): Promise<Right | null> {
  if (command === null || command === 'unreadable') return null;
  if ('type' in command) return rightOfCommand(command.type, command.attributes);
  const saved = await read(`/api/commands/${command.savedId}`);
  if (saved === null || typeof saved !== 'object' || !('type' in saved) || typeof saved.type !== 'string')
    return rightOfCommand('');
  return rightOfCommand(saved.type, 'attributes' in saved ? attributesIn(saved.attributes) : {});
}

const attributesIn = (value: unknown): Attributes => (isAttributes(value) ? value : {});
const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
