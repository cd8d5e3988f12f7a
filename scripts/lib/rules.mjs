const RULE = /\[([A-Z][A-Z0-9]*-\d+)\]/g;

/**
 * Rules whose tests were all skipped: nobody has tried them.
 * @param {readonly string[]} tried Titles of tests that ran.
 * @param {readonly string[]} skipped Titles of tests that did not.
 * @returns {readonly string[]} ids
 */
export function untriedRules(tried, skipped) {
  const idsIn = (titles) => titles.flatMap((title) => [...title.matchAll(RULE)].map(([, id]) => id));
  const known = new Set(idsIn(tried));
  return [...new Set(idsIn(skipped))].filter((id) => !known.has(id));
}
