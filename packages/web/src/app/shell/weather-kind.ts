/** Weather as the header draws and names it. Keys of `shell:weather`. */
export type WeatherKind =
  | 'clear'
  | 'mainlyClear'
  | 'partlyCloudy'
  | 'overcast'
  | 'fog'
  | 'lightRain'
  | 'rain'
  | 'heavyRain'
  | 'lightSnow'
  | 'snow'
  | 'heavySnow'
  | 'showers'
  | 'heavyShowers'
  | 'other';

/** @source docs/reference/requirements.md SPEC §9 "Units and formats": the codes with an icon. */
const OF_SPEC: Readonly<Record<number, WeatherKind>> = {
  0: 'clear',
  1: 'mainlyClear',
  2: 'partlyCloudy',
  3: 'overcast',
  45: 'fog',
  48: 'fog',
  61: 'lightRain',
  63: 'rain',
  65: 'heavyRain',
  71: 'lightSnow',
  73: 'snow',
  75: 'heavySnow',
  80: 'showers',
  81: 'showers',
  82: 'heavyShowers',
};
/** Codes that the service sends besides, each by its nearest. @source docs/reference/integrations.md §4.2 */
const NEAREST: Readonly<Record<number, number>> = {
  51: 61,
  53: 61,
  55: 61,
  56: 61,
  57: 61,
  66: 63,
  67: 65,
  77: 71,
  85: 73,
  86: 75,
  95: 82,
  96: 82,
  99: 82,
};

export const weatherKind = (code: number): WeatherKind => OF_SPEC[NEAREST[code] ?? code] ?? 'other';
