/** Names a connection of a device among those of all nodes of ingest. */
export const linkIdOf = (node: string, number: number): string => `${node}:${number}`;
export const isLinkOf = (linkId: string, node: string): boolean => linkId.startsWith(`${node}:`);
