export type ColourScheme = 'light' | 'dark';

/** Colors of the base map and of what lies on it. */
export interface MapPalette {
  readonly water: string;
  readonly land: string;
  readonly coast: string;
  readonly border: string;
  readonly grid: string;
  readonly country: string;
  readonly city: string;
  readonly countryHalo: string;
  readonly label: string;
  readonly labelHalo: string;
  readonly cluster: string;
  readonly clusterRing: string;
  readonly clusterText: string;
  /** Of the areas of groups, apart from one another. */
  readonly groups: readonly string[];
  /** Behind the icon of a vehicle, 0..1 each. */
  readonly disc: readonly [number, number, number];
}

export const PALETTES: Readonly<Record<ColourScheme, MapPalette>> = {
  light: {
    water: '#cfe0ec',
    land: '#f0ede6',
    coast: '#9dbbd1',
    border: '#b8aa95',
    grid: '#8aa4b8',
    country: '#6b6458',
    city: '#5f6b78',
    countryHalo: '#f6f4ef',
    label: '#16202c',
    labelHalo: '#ffffff',
    cluster: '#1f3a5f',
    clusterRing: '#ffffff',
    clusterText: '#ffffff',
    groups: ['#1864ab', '#a61e4d', '#2b6b35', '#862e9c', '#a63c06', '#0b6170', '#5f3dc4', '#6b5200'],
    disc: [0.882, 0.91, 0.945],
  },
  dark: {
    water: '#0c1a2b',
    land: '#212b36',
    coast: '#3c5166',
    border: '#55697e',
    grid: '#4d6479',
    country: '#8fa2b4',
    city: '#a3b3c2',
    countryHalo: '#18212b',
    label: '#eef3f8',
    labelHalo: '#0b121a',
    cluster: '#b7c9db',
    clusterRing: '#0e1620',
    clusterText: '#12202f',
    groups: ['#7cb8ea', '#eda0bd', '#8fd39a', '#d69ae6', '#eab07a', '#72c7d4', '#b3a0f0', '#dcc76a'],
    disc: [0.76, 0.8, 0.845],
  },
};

/** Parts of `#rrggbb`, 0..1 each. */
export function rgbOf(hex: string): readonly [number, number, number] {
  const colour = Number.parseInt(hex.slice(1, 7), 16);
  return [((colour >> 16) & 255) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255];
}
