import type { RoutingProblem, RoutingVehicle } from './problem.ts';

/**
 * Problem in which each vehicle can do its first jobs: where it is late for them or overloaded, their windows, its shift
 * and its capacity reach as far as they must. @throws {RangeError} What is asked is no problem at all.
 */
export function possible(problem: RoutingProblem): RoutingProblem {
  check(problem);
  const jobs = [...problem.jobs];
  const { places, seconds } = problem;
  const travel = (from: number, to: number): number => seconds[from * places + to] ?? Infinity;
  const vehicles = problem.vehicles.map((vehicle, at): RoutingVehicle => {
    let [time, place, load] = [vehicle.from, vehicle.start, 0];
    for (const index of vehicle.first) {
      const job = jobs[index];
      if (!job) continue;
      const begin = Math.max(time + travel(place, job.place), job.from);
      jobs[index] = { ...job, to: Math.max(job.to, begin), vehicle: at };
      time = begin + job.service;
      place = job.place;
      load += job.load;
    }
    if (vehicle.first.length === 0) return vehicle;
    const end = time + (vehicle.end === null ? 0 : travel(place, vehicle.end));
    return { ...vehicle, to: Math.max(vehicle.to, end), capacity: Math.max(vehicle.capacity, load) };
  });
  return { ...problem, jobs, vehicles };
}

function check({ places, seconds, jobs, vehicles }: RoutingProblem): void {
  const isPlace = (place: number): boolean => Number.isInteger(place) && place >= 0 && place < places;
  if (seconds.length !== places * places)
    throw new RangeError('Cannot plan: the travel times are not square');
  const isWhole =
    jobs.every(({ place }) => isPlace(place)) &&
    vehicles.every(({ start, end }) => isPlace(start) && (end === null || isPlace(end)));
  if (!isWhole) throw new RangeError('Cannot plan: there is a place without travel times');
  const first = vehicles.flatMap((vehicle) => vehicle.first);
  if (new Set(first).size < first.length) throw new RangeError('Cannot plan: a job is first of two vehicles');
  if (first.some((job) => jobs[job] === undefined)) throw new RangeError('Cannot plan: a first job is none');
}
