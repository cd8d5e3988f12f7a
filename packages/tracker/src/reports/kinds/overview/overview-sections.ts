import { measureFormat } from '@rastro/fleet';
import { quantityText, SILENT_HOURS } from '@rastro/fleet/figures';
import { shortMoment } from '../../../exports/moment-text.ts';
import type { FigureChangeText, FigureSection } from '../../files/figure-section.ts';
import type { SheetStyle } from '../../files/sheet-style.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { OverviewFigure } from './overview-figures.ts';
import type { OverviewLabel } from './overview-labels.ts';

type Style = Pick<SheetStyle<OverviewLabel>, 'label'>;
type Job = Pick<ReportJob, 'reader'>;

/** Texts of figures in the language and units of their reader. */
export function figureTexts(style: Style, { reader }: Job) {
  const format = measureFormat(reader);
  return {
    value: ({ value, unit }: OverviewFigure): string => quantityText({ value, unit }, format),
    before: ({ before, unit }: OverviewFigure): string =>
      before === null ? '' : quantityText({ value: before, unit }, format),
    change: ({ change, isGood }: OverviewFigure): FigureChangeText | null => {
      if (change === null) return null;
      if (change === 0) return { text: style.label('same'), direction: 'same', isGood };
      const percent = format.unit(Math.abs(change), 'percent');
      return { text: percent, direction: change > 0 ? 'up' : 'down', isGood };
    },
    note: ({ note }: OverviewFigure): string =>
      note === null
        ? ''
        : filled(
            style.label(note.name),
            Object.entries(note.values).map(([name, quantity]) => [name, quantityText(quantity, format)]),
          ),
  };
}

const SIGNS = {
  arrows: { up: '▲ ', down: '▼ ', same: '' },
  /** Fonts of paper have no arrows. */
  plain: { up: '+', down: '-', same: '' },
} as const;
/** A change in one text, for where nothing is drawn. */
export const changeText = (
  change: FigureChangeText | null,
  { output }: Pick<ReportJob, 'output'>,
): string => {
  if (change === null) return '';
  return `${SIGNS[output === 'pdf' ? 'plain' : 'arrows'][change.direction]}${change.text}`;
};

/** Figures of each widget together, as they are printed. */
export const overviewSections =
  (style: Style, job: Job) =>
  (items: readonly OverviewFigure[]): readonly FigureSection[] => {
    const texts = figureTexts(style, job);
    return [...Map.groupBy(items, ({ widget }) => widget)].map(([widget, figures]) => ({
      title: style.label(`kind.${widget}`),
      when: whenText(style, job, figures[0]),
      lines: figures.map((item) => ({
        name: style.label(item.figure),
        value: texts.value(item),
        before: texts.before(item),
        change: texts.change(item),
        note: texts.note(item),
      })),
    }));
  };

/** When it was so; '' = in the period. */
function whenText(style: Style, { reader }: Job, item: OverviewFigure | undefined): string {
  if (item === undefined || item.at === null) return '';
  const { widget, at } = item;
  if (widget !== 'alarms' && widget !== 'silent' && widget !== 'services') return '';
  return filled(style.label(`when.${widget}`), [
    ['at', shortMoment(reader)(Date.parse(at))],
    ['hours', String(SILENT_HOURS)],
  ]);
}

/** Puts texts into the places of a text: `{name}`. */
const filled = (text: string, values: readonly (readonly [name: string, text: string])[]): string =>
  values.reduce((made, [name, value]) => made.replace(`{${name}}`, () => value), text);
