import type { Right } from '../rights/areas.ts';
import type { ReportType } from './answers/reports.ts';

/** Right that shows a report: the list of events is the event screen, too. The browser asks without the schemas. */
export const reportRight = (type: ReportType): Right => (type === 'events' ? 'events.view' : 'reports.view');
