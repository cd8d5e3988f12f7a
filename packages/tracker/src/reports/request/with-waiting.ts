import { alarmContent, serviceContent, type WidgetFigure } from '@rastro/fleet/figures';
import type { Caller } from '../../access/caller.ts';
import { alarmsAt, alarmsOf } from '../../alarms/known-alarms.ts';
import { dueList, dutiesOfDevices } from '../../maintenance/due-list.ts';
import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ReportDeps } from '../report-deps.ts';
import { isWidgetAsked, waitedAt } from './asked-widgets.ts';
import type { ReportJob } from './report-job.ts';

type Deps = Pick<
  ReportDeps,
  'storage' | 'directory' | 'restrictions' | 'live' | 'around' | 'source' | 'clock'
>;
type Job = Omit<ReportJob, 'output'>;

/** With what waits for somebody, in a report of figures: as far as it is asked for, and its reader has the right to it. */
export async function withWaiting<J extends Job>(deps: Deps, caller: Caller, job: J): Promise<J> {
  if (!REPORT_KINDS[job.type].hasFigures) return job;
  const { restrictions, source } = deps;
  // Another tracking server does not know who has seen its events.
  const mayAlarms = source === undefined && restrictions.has(caller, 'events.view');
  const mayServices = restrictions.has(caller, 'maintenance.view');
  const [alarms, services] = await Promise.all([
    mayAlarms && isWidgetAsked(job, 'alarms') ? alarmFigures(deps, job) : null,
    mayServices && isWidgetAsked(job, 'services') ? serviceFigures(deps, caller, job) : null,
  ]);
  return { ...job, waiting: { alarms, services } };
}

async function alarmFigures({ storage }: Deps, job: Job): Promise<readonly WidgetFigure[]> {
  const ids = job.devices.map(({ id }) => id);
  const at = waitedAt(job);
  const isNow = at === job.print.madeAt;
  return alarmContent(await (isNow ? alarmsOf : alarmsAt)(storage, ids, at), () => '').figures;
}

/** As they are now: when they were due at another moment is not known. */
async function serviceFigures(deps: Deps, { user }: Caller, job: Job): Promise<readonly WidgetFigure[]> {
  const { storage, directory, clock } = deps;
  const own = directory.links.of('user', user.id, 'maintenance');
  const devices = job.devices.flatMap(({ id }) => directory.devices.get(id) ?? []);
  const duties = dutiesOfDevices(deps, devices, (id) => own.has(id));
  const dues = await dueList({ storage, clock, brand: directory.brand }, duties);
  return serviceContent(dues, () => '', job.print.madeAt).figures;
}
