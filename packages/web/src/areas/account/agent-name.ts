const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
const MAX_LENGTH = 60;

/** Browser and system as their owner calls them; of other programs what they say of themselves. */
export function agentName(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.trim() === '') return null;
  const of = (names: typeof BROWSERS): string | undefined =>
    names.find(([sign]) => sign.test(userAgent))?.[1];
  const names = [of(BROWSERS), of(SYSTEMS)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : userAgent.slice(0, MAX_LENGTH);
}
