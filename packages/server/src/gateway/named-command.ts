import type { CommandContent } from '@rastro/fleet';

/** What a body says of a command: its words, or the id of the saved command that counts instead. */
export type NamedCommand = CommandContent | { readonly savedId: number };
