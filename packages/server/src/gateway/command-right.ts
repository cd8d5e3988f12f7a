import type { Right } from '@rastro/fleet';

/** The right that a command needs, by what it does to a vehicle. */
export function rightOfCommand(type: string): Right {
  if (type === 'engineStop' || type === 'anchorEnable') return 'devices.lock';
  if (type === 'engineResume' || type === 'anchorDisable') return 'devices.unlock';
  return 'devices.sendCommand';
}

/** What a body says of a command: its type, or the id of the saved command that counts instead. */
export type NamedCommand = { readonly type: string } | { readonly savedId: number };

/**
 * The command that a request would send, by itself or as the reaction of a notification rule.
 * @returns null = none; 'unreadable' = the other side might read one where we cannot.
 */
export function commandIn(
  { method, route }: { readonly method: string; readonly route: string },
  body: unknown,
): NamedCommand | 'unreadable' | null {
  const sends = method === 'POST' && route === '/api/commands/send';
  const reacts = ['POST', 'PUT'].includes(method) && /^\/api\/notifications(\/:id)?$/.test(route);
  const edits = method === 'PUT' && route === '/api/commands/:id';
  if (!sends && !reacts && !edits) return null;
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return 'unreadable';
  const fields = body as Readonly<Record<string, unknown>>;
  const type = typeof fields['type'] === 'string' ? fields['type'] : '';
  if (edits) return rightOfCommand(type) === 'devices.sendCommand' ? null : { type };
  const savedId = Math.trunc(Number(fields[sends ? 'id' : 'commandId'] ?? 0));
  if (Number.isNaN(savedId)) return 'unreadable';
  if (savedId > 0) return { savedId };
  return sends ? { type } : null;
}
