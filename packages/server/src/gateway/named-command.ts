/** What a body says of a command: its type, or the id of the saved command that counts instead. */
export type NamedCommand = { readonly type: string } | { readonly savedId: number };
