import { SCORE_KINDS, type ScoreKind } from '@rastro/fleet/scores';
import { sum } from '../../files/column.ts';
import { compareLines, keyOfLine, LINE_LABELS, nameOfLine } from '../lines-by.ts';
import { defineReport } from '../report-kind.ts';
import { asTheyAre } from '../joined-items.ts';
import {
  addScores,
  joinScores,
  linesBy,
  NO_LINE,
  scoreJson,
  scoreOfLine,
  scoresOfMany,
  type ScoreLine,
} from './report-scores.ts';

export const scores = defineReport<ScoreLine>()({
  title: { 'pt-BR': 'Notas de condução', es: 'Puntajes de conducción', en: 'Driving scores' },
  labels: {
    ...LINE_LABELS,
    score: { 'pt-BR': 'Nota', es: 'Puntaje', en: 'Score' },
    low: { 'pt-BR': 'de', es: 'desde', en: 'from' },
    high: { 'pt-BR': 'até', es: 'hasta', en: 'to' },
    moving: { 'pt-BR': 'Em movimento', es: 'En movimiento', en: 'Moving' },
    speeding: { 'pt-BR': 'Excesso de velocidade', es: 'Exceso de velocidad', en: 'Speeding' },
    braking: { 'pt-BR': 'Freadas', es: 'Frenadas', en: 'Braking' },
    cornering: { 'pt-BR': 'Curvas', es: 'Curvas', en: 'Cornering' },
    acceleration: { 'pt-BR': 'Acelerações', es: 'Aceleraciones', en: 'Acceleration' },
    longDrive: { 'pt-BR': 'Sem pausa', es: 'Sin pausa', en: 'No break' },
    night: { 'pt-BR': 'À noite', es: 'De noche', en: 'At night' },
    idling: { 'pt-BR': 'Motor ocioso', es: 'Ralentí', en: 'Idling' },
    offHours: { 'pt-BR': 'Fora do expediente', es: 'Fuera de horario', en: 'Out of hours' },
    belt: { 'pt-BR': 'Sem cinto', es: 'Sin cinturón', en: 'No seat belt' },
    phone: { 'pt-BR': 'Celular', es: 'Teléfono', en: 'Phone' },
    without: { 'pt-BR': 'Sem dados de', es: 'Sin datos de', en: 'Made without' },
    note: { 'pt-BR': 'Observação', es: 'Observación', en: 'Note' },
    distanceGap: { 'pt-BR': 'rodou pouco', es: 'recorrió poco', en: 'too short a distance' },
    timeGap: { 'pt-BR': 'dirigiu pouco tempo', es: 'condujo poco tiempo', en: 'too short a time' },
    kindsGap: { 'pt-BR': 'nada é conhecido', es: 'no se conoce nada', en: 'nothing is known' },
  },
  partedBy: () => 'none',
  async *items(reader, job, device) {
    yield await scoresOfMany(reader, { ...job, devices: [device] });
  },
  ofMany: {
    items: scoresOfMany,
    keyOf: (job) => keyOfLine(linesBy(job)),
    join: joinScores,
    compare: compareLines,
    finish: asTheyAre,
  },
  adds: { none: NO_LINE, add: addScores },
  json: scoreJson,
  beginsAt: null,
  columns: (style, job) => [
    style.column(linesBy(job).by, 24, (item) => {
      const { by } = linesBy(job);
      const without = by === 'driver' ? 'noDriver' : 'noGroup';
      return by === 'device' ? item.deviceName : (nameOfLine(item) ?? style.label(without));
    }),
    style.number('score', (item) => scoreOfLine(item).points, 1),
    style.number('low', (item) => scoreOfLine(item).low, 1),
    style.number('high', (item) => scoreOfLine(item).high, 1),
    sum(style.distance('distance', ({ sums }) => sums.distance)),
    sum(style.duration('moving', ({ sums }) => sums.moving)),
    ...SCORE_KINDS.map((kind) => style.number(kind, (item: ScoreLine) => lostOn(kind, item), 1)),
    style.column('without', 30, (item) =>
      scoreOfLine(item)
        .parts.filter(({ state }) => state === 'unknown')
        .map(({ kind }) => style.label(kind))
        .join(', '),
    ),
    style.column('note', 20, (item) => {
      const { gap } = scoreOfLine(item);
      return gap === null ? '' : style.label(`${gap}Gap`);
    }),
  ],
});

/** Points; null = the kind does not count, or there is no score. */
function lostOn(kind: ScoreKind, line: ScoreLine): number | null {
  const { gap, parts } = scoreOfLine(line);
  const part = parts.find((each) => each.kind === kind);
  return gap === null && part?.state === 'counted' ? part.lost : null;
}
