import { SPEED_COLOURS } from '@rastro/fleet/tracks';
import { rgbOf, type ColourScheme } from '../map-palette.ts';

/** Apart for every kind of color vision (Okabe and Ito). */
export const VEHICLE_COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9'] as const;
export const UNKNOWN_COLOUR = '#8a8f98';
/** Around every line, so that pale classes are seen as well. */
const CASINGS: Readonly<Record<ColourScheme, string>> = { light: '#1b1f27', dark: '#c6ccd4' };

export type TrackColouring = 'speed' | 'trip' | 'vehicle' | 'ignition' | 'measured';
type Rgb = readonly [number, number, number];

export const speedColours = (scheme: ColourScheme): readonly string[] => SPEED_COLOURS[scheme];
export const vehicleColour = (index: number): string =>
  VEHICLE_COLOURS[index % VEHICLE_COLOURS.length] ?? UNKNOWN_COLOUR;
export const casingColour = (scheme: ColourScheme): string => CASINGS[scheme];
export const casingOf = (scheme: ColourScheme): Rgb => rgbOf(CASINGS[scheme]);

/** Colors that the shader chooses from. */
export function paletteOf(colouring: TrackColouring, scheme: ColourScheme): Float32Array {
  const isScale = colouring === 'speed' || colouring === 'measured';
  const colours = isScale ? speedColours(scheme) : VEHICLE_COLOURS;
  return Float32Array.from(colours.flatMap((colour) => [...rgbOf(colour)]));
}
