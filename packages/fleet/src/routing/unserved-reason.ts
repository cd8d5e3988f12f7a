import { routeOver, type Travel } from './route.ts';
import type { UnservedReason } from './problem.ts';

/** The first of the reasons that holds for all vehicles. */
export function unservedReason(travel: Travel, job: number): UnservedReason {
  const { jobs, vehicles } = travel.problem;
  const { vehicle: own = null, load = 0 } = jobs[job] ?? {};
  const allowed = [...vehicles.keys()].filter((at) => own === null || own === at);
  if (allowed.length === 0) return 'noVehicle';
  const strong = allowed.filter((at) => load <= travel.vehicle(at).capacity);
  if (strong.length === 0) return 'tooHeavy';
  const reaching = strong.filter((at) => Number.isFinite(travel.to(at, -1, job) + travel.from(at, job, -1)));
  if (reaching.length === 0) return 'noWay';
  const isInTime = reaching.some((at) => routeOver(travel, at, [job]) !== null);
  return isInTime ? 'noRoom' : 'outOfTime';
}
