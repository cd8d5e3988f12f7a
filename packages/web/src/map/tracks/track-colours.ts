import { rgbOf, type ColourScheme } from '../map-palette.ts';

/** Upper ends of the classes of speed, km/h; the last has none. @source reference/history-and-reports.md §5.2 */
export const SPEED_CLASSES = [20, 40, 60, 80, 110] as const;

/** Slow to fast; fast always has the most contrast to the map. Classes are fixed, so that two tracks compare. */
const SPEED_COLOURS: Readonly<Record<ColourScheme, readonly string[]>> = {
  light: ['#90d743', '#35b779', '#21918c', '#31688e', '#443983', '#440154'],
  dark: ['#443983', '#31688e', '#21918c', '#35b779', '#90d743', '#fde725'],
};
/** Apart for every kind of colour vision (Okabe and Ito). */
export const VEHICLE_COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9'] as const;
export const UNKNOWN_COLOUR = '#8a8f98';
/** Around every line, so that pale classes are seen as well. */
const CASINGS: Readonly<Record<ColourScheme, string>> = { light: '#1b1f27', dark: '#f2efe9' };

export type TrackColouring = 'speed' | 'trip' | 'vehicle' | 'ignition';
type Rgb = readonly [number, number, number];

export const speedColours = (scheme: ColourScheme): readonly string[] => SPEED_COLOURS[scheme];
export const vehicleColour = (index: number): string =>
  VEHICLE_COLOURS[index % VEHICLE_COLOURS.length] ?? UNKNOWN_COLOUR;
export const casingOf = (scheme: ColourScheme): Rgb => rgbOf(CASINGS[scheme]);

/** What the shader chooses from. */
export function paletteOf(colouring: TrackColouring, scheme: ColourScheme): Float32Array {
  const colours = colouring === 'speed' ? speedColours(scheme) : VEHICLE_COLOURS;
  return Float32Array.from(colours.flatMap((colour) => [...rgbOf(colour)]));
}
