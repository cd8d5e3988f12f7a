import { z } from 'zod';
import {
  FIGURE_UNITS,
  WALL_HIDDEN,
  type FigureName,
  type FigureNote,
  type Quantity,
  type RowDetail,
  type WallBox,
  type WallPage,
  type WallVehicle,
  type WallView,
  type WidgetContent,
  type WidgetFigure,
  type WidgetRow,
} from '../figures/index.ts';
import { FIGURE_NOTES } from '../reports/overview-figures.ts';
import { VEHICLE_STATES } from '../entities/vehicle-state.ts';
import { ReaderPreferencesAnswer } from '../schemas/answers/preferences.ts';
import { instant, maybeNumber, number, shapeOf, string, whole } from '../schemas/answers/shape.ts';

/** A text of a closed list; the page has its words. */
const named = <T extends string>(description: string) =>
  z.custom<T>((value) => typeof value === 'string').meta({ type: 'string', description });

const quantity = { value: maybeNumber(), unit: z.enum(FIGURE_UNITS) };
const note = shapeOf<FigureNote>()({
  name: z.enum(FIGURE_NOTES),
  values: z.record(z.string(), shapeOf<Quantity>()(quantity)),
});
const figure = shapeOf<WidgetFigure>()({
  ...quantity,
  name: z.union([named<FigureName>('Text of the overview'), z.strictObject({ word: string() })]),
  before: maybeNumber().exactOptional(),
  lessIsBetter: z.literal(true).exactOptional(),
  isLarge: z.literal(true).exactOptional(),
  tone: z.enum(['bad', 'warning']).exactOptional(),
  note: note.exactOptional(),
});
const detail = z
  .custom<RowDetail>((value) => typeof value === 'object' && value !== null)
  .meta({ type: 'object', description: 'A text, a day, a moment, an event or a verdict' });
const content = shapeOf<WidgetContent>()({
  figures: z.array(figure),
  rows: z.array(shapeOf<WidgetRow>()({ key: string(), name: string(), details: z.array(detail) })),
});
const box = shapeOf<WallBox>()({
  id: string(),
  kind: string(),
  x: whole(),
  y: whole(),
  w: whole(),
  h: whole(),
  content: content.nullable(),
  hidden: z.enum(WALL_HIDDEN).nullable(),
  period: z.strictObject({ from: number(), to: number() }).nullable(),
});
const vehicle = shapeOf<WallVehicle>()({
  name: string(),
  latitude: number(),
  longitude: number(),
  course: number(),
  state: z.enum(VEHICLE_STATES),
});
/** Answer to a wall; it stands above the named answers, because figures do. */
export const wallViewAnswer = shapeOf<WallView>()({
  name: string(),
  seconds: whole(),
  expiration: instant(),
  formats: ReaderPreferencesAnswer,
  pages: z.array(shapeOf<WallPage>()({ name: string(), widgets: z.array(box) })),
  map: z.array(vehicle).nullable(),
  mapLeftOut: whole(),
  version: string(),
  countedAt: whole(),
  answeredAt: whole(),
}).meta({ title: 'WallView' });
