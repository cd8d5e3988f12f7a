import type { Graph } from './graph.ts';
import type { PlannedRoute, RoutingPlan, UnservedReason } from './problem.ts';

/** Plan with its times, as it is shown. */
export function planOf(
  graph: Graph,
  routes: readonly (readonly number[])[],
  left: readonly number[],
): RoutingPlan {
  const planned = routes.map((jobs, at) => plannedRoute(graph, at, jobs));
  const travel = planned.reduce((sum, route) => sum + route.travel, 0);
  const unserved = left.toSorted((a, b) => a - b).map((job) => ({ job, reason: unservedReason(graph, job) }));
  return { routes: planned, unserved, travel };
}

function plannedRoute(graph: Graph, vehicle: number, jobs: readonly number[]): PlannedRoute {
  let [node, time, travel] = [graph.start(vehicle), graph.vehicle(vehicle).from, 0];
  const stops = jobs.map((job) => {
    const drive = graph.travel(node, job);
    const arrival = time + drive;
    const begin = Math.max(arrival, graph.from[job] ?? 0);
    time = begin + (graph.services[job] ?? 0);
    travel += drive;
    node = job;
    return { job, arrival, begin };
  });
  const home = graph.travel(node, graph.end(vehicle));
  return { vehicle, stops, travel: travel + home, end: time + home };
}

/** The first of the reasons that holds for all vehicles. */
function unservedReason(graph: Graph, job: number): UnservedReason {
  const { vehicles } = graph.problem;
  const owner = graph.owners[job] ?? -1;
  const allowed = [...vehicles.keys()].filter((at) => owner < 0 || owner === at);
  if (allowed.length === 0) return 'noVehicle';
  const strong = allowed.filter((at) => (graph.loads[job] ?? 0) <= graph.vehicle(at).capacity);
  if (strong.length === 0) return 'tooHeavy';
  const reaching = strong.filter((at) =>
    Number.isFinite(graph.travel(graph.start(at), job) + graph.travel(job, graph.end(at))),
  );
  if (reaching.length === 0) return 'noWay';
  const isInTime = reaching.some((at) => {
    const { from, to } = graph.vehicle(at);
    const { stops, end } = plannedRoute(graph, at, [job]);
    return (stops[0]?.begin ?? from) <= (graph.to[job] ?? 0) && end <= to;
  });
  return isInTime ? 'noRoom' : 'outOfTime';
}
