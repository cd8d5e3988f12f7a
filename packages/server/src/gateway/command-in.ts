import { rightOfCommand, type Right } from '@rastro/fleet';
import type { TrackingKey } from '@rastro/fleet/api';
import type { NamedCommand } from './named-command.ts';

const SENDS = 'POST /commands/send' satisfies TrackingKey;
const EDITS = 'PUT /commands/:id' satisfies TrackingKey;
const REACTS: ReadonlySet<string> = new Set<TrackingKey>(['POST /notifications', 'PUT /notifications/:id']);

/**
 * The command that a request would send, by itself or as the reaction of a notification rule.
 * @returns null = none; 'unreadable' = the other side might read one where we cannot.
 */
export function commandIn(key: TrackingKey | null, body: unknown): NamedCommand | 'unreadable' | null {
  if (key === null || (key !== SENDS && key !== EDITS && !REACTS.has(key))) return null;
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return 'unreadable';
  const fields = body as Readonly<Record<string, unknown>>;
  const type = typeof fields['type'] === 'string' ? fields['type'] : '';
  if (key === EDITS) return rightOfCommand(type) === 'devices.sendCommand' ? null : { type };
  const savedId = Math.trunc(Number(fields[key === SENDS ? 'id' : 'commandId'] ?? 0));
  if (Number.isNaN(savedId)) return 'unreadable';
  if (savedId > 0) return { savedId };
  return key === SENDS ? { type } : null;
}

/** The right that a command needs; null = there is none. @param read Looks something up as the caller sees it. */
export async function rightOfNamed(
  command: NamedCommand | 'unreadable' | null,
  read: (path: string) => Promise<unknown>,
): Promise<Right | null> {
  if (command === null || command === 'unreadable') return null;
  if ('type' in command) return rightOfCommand(command.type);
  const saved = await read(`/api/commands/${command.savedId}`);
  return rightOfCommand((saved as { readonly type?: string } | null)?.type ?? '');
}
