/** The build puts a hash of the content at the end of each name. */
const stem = (path: string): string => path.replace(/-[\w-]{8}(\.\w+)$/, '$1');

/**
 * Files that a new version has to cache, so that it starts without a network like the one before it.
 * @param used Files that this browser has used so far.
 * @param files Those of the new version.
 * @returns The new files that replace a used one and are not cached yet.
 */
export function successors(used: readonly string[], files: readonly string[]): string[] {
  const stems = new Set(used.map(stem));
  const there = new Set(used);
  return files.filter((file) => stems.has(stem(file)) && !there.has(file));
}
