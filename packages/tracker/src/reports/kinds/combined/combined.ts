import type { ReportItems } from '@rastro/fleet';
import { combined as combinedOf, eventFilter } from '../../history/event-reports.ts';
import { defineReport } from '../report-kind.ts';

/** A picture, no list: it has no sheet. */
export const combined = defineReport<ReportItems['combined']>()({
  title: { 'pt-BR': 'Trajeto', es: 'Recorrido', en: 'Route' },
  async *items(reader, job, device) {
    yield [await combinedOf(reader, device, job, eventFilter(job))];
  },
  beginsAt: null,
  columns: null,
  isLong: true,
});
