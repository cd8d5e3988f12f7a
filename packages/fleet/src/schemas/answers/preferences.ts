import { z } from 'zod';
import { LANGUAGES } from '../../languages/language.ts';
import { COORDINATE_FORMATS, type ReaderPreferences } from '../../preferences/reader-preferences.ts';
import { DISTANCE_UNITS } from '../../units/distance.ts';
import { SPEED_UNITS } from '../../units/speed.ts';
import { TEMPERATURE_UNITS } from '../../units/temperature.ts';
import { shapeOf, string, yesNo } from './shape.ts';

/** Language, zone and units of a reader. */
export const ReaderPreferencesAnswer = shapeOf<ReaderPreferences>()({
  language: z.enum(LANGUAGES),
  zone: string(),
  hour12: yesNo(),
  speedUnit: z.enum(SPEED_UNITS),
  distanceUnit: z.enum(DISTANCE_UNITS),
  temperatureUnit: z.enum(TEMPERATURE_UNITS),
  coordinateFormat: z.enum(COORDINATE_FORMATS),
});
