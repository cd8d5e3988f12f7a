import { defineReport } from '../report-kind.ts';
import { overviewFigures, type OverviewFigure } from './overview-figures.ts';
import { OVERVIEW_LABELS } from './overview-labels.ts';
import { changeText, figureTexts, overviewSections } from './overview-sections.ts';
import { addOverviews, overviewSums, type OverviewSums } from './overview-sums.ts';

export const overview = defineReport<OverviewFigure, OverviewSums>()({
  title: { 'pt-BR': 'Visão geral', es: 'Vista general', en: 'Overview' },
  labels: OVERVIEW_LABELS,
  partedBy: () => 'none',
  async *items(reader, job, device) {
    yield overviewFigures(job)(await overviewSums(reader, { ...job, devices: [device] }));
  },
  ofMany: {
    items: overviewSums,
    keyOf: () => () => '',
    join: addOverviews,
    compare: () => () => 0,
    finish: overviewFigures,
  },
  beginsAt: null,
  columns: (style, job) => {
    const texts = figureTexts(style, job);
    return [
      style.column('widget', 26, ({ widget }) => style.label(`kind.${widget}`)),
      style.column('figure', 30, ({ figure }) => style.label(figure)),
      style.column('value', 16, texts.value),
      style.column('before', 16, texts.before),
      style.column('change', 14, (item) => changeText(texts.change(item), job)),
      style.column('note', 44, texts.note),
      style.maybeInstant('at', ({ at }) => at),
    ];
  },
  sections: overviewSections,
});
