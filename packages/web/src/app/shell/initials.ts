/**
 * One or two letters that stand for a user.
 * @example initialsOf('Maria das Dores Silva') // 'MS'
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${Array.from(first)[0] ?? '?'}${Array.from(last)[0] ?? ''}`.toUpperCase();
}
