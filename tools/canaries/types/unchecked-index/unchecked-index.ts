export const first = (list: readonly string[]): string => list[0];
