import { z } from 'zod';
import { PERIOD_PRESETS } from '../../calendars/calendar-period.ts';
import { type Layout, type LayoutContent, type Layouts, type Widget } from '../../layouts/layout.ts';
import { shapeOf, string, whole } from './shape.ts';

const WidgetAnswer = shapeOf<Widget>()({
  id: string(),
  kind: string(),
  x: whole(),
  y: whole(),
  w: whole(),
  h: whole(),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
const content = {
  name: string(),
  period: z.union([
    z.strictObject({ preset: z.enum(PERIOD_PRESETS) }),
    z.strictObject({ from: string(), to: string() }),
  ]),
  groupIds: z.array(whole()),
  deviceIds: z.array(whole()),
  widgets: z.array(WidgetAnswer),
};
const LayoutContentAnswer = shapeOf<LayoutContent>()(content);
const LayoutAnswer = shapeOf<Layout>()({ ...content, id: whole(), revision: whole() });

export const LAYOUT_ANSWERS = {
  LayoutWidget: WidgetAnswer,
  LayoutContent: LayoutContentAnswer,
  Layout: LayoutAnswer,
  Layouts: shapeOf<Layouts>()({
    layouts: z.array(LayoutAnswer),
    standard: LayoutContentAnswer.nullable(),
    forCustomers: LayoutContentAnswer.nullable(),
  }),
};
