import type { CommandContent } from '@rastro/fleet';

/** Command in a body: its content, or the id of the saved command that counts instead. */
export type NamedCommand = CommandContent | { readonly savedId: number };
