// Orders on vehicles: seconds and travel of our optimiser for 200 orders and 10 vehicles, without, with some and with only
// narrow windows. Places are of the Porto recording where REFERENCE_DIR names a folder, else of a made town. Where VROOM_PYTHON
// names a Python that has pyvroom, VROOM solves the same at its thorough level. Arguments: rounds of ours.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { optimise, USUAL_ROUNDS, type RoutingProblem } from '@rastro/fleet/routing';
import { Chance } from '../packages/fleet/src/routing/chance.ts';
import { rowsOfRecording, withoutReference } from '../tools/reference.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const ROUNDS = Number(process.argv[2] ?? USUAL_ROUNDS);
const PYTHON = process.env['VROOM_PYTHON'];
const [ORDERS, VEHICLES] = [200, 10];
const [METRES_A_DEGREE, DETOUR, SPEED_MS] = [111_195, 1.4, 22 / 3.6];
const [HOUR_S, SHIFT_S, SERVICE_S] = [3600, 9 * 3600, 240];
/** Share of orders with a window, its shortest and longest, and what the vehicles carry more than all orders. */
const KINDS = {
  none: { instances: 5, share: 0, least: 0, most: 0, room: 1.12 },
  half: { instances: 5, share: 0.5, least: 2 * HOUR_S, most: 4 * HOUR_S, room: 1.12 },
  narrow: { instances: 5, share: 1, least: HOUR_S, most: 2 * HOUR_S, room: 1.04 },
} as const;

type Point = readonly [latitude: number, longitude: number];
/** Towns are dense in the middle. */
function madeTown(chance: Chance): readonly Point[] {
  const spread = (): number => (chance.next() + chance.next() + chance.next() - 1.5) * 0.1;
  return Array.from({ length: 5000 }, () => [41.16 + spread(), -8.62 + spread()] as const);
}
const points: readonly Point[] =
  withoutReference === false
    ? rowsOfRecording('porto_taxi_2013-07-01_clean').map(([, , lat, lon]) => [Number(lat), Number(lon)])
    : madeTown(new Chance(1));

function instance(
  { share, least, most, room }: (typeof KINDS)[keyof typeof KINDS],
  seed: number,
): RoutingProblem {
  const chance = new Chance(seed);
  const places = ORDERS + 1;
  const at = Array.from({ length: places }, () => points[chance.whole(points.length)] ?? ([0, 0] as const));
  const seconds = new Uint32Array(places * places);
  for (const [a, [latA, lonA]] of at.entries())
    for (const [b, [latB, lonB]] of at.entries()) {
      if (a === b) continue;
      const straight =
        METRES_A_DEGREE * Math.hypot(latA - latB, (lonA - lonB) * Math.cos((latA * Math.PI) / 180));
      // One-way streets: no two ways are alike.
      seconds[a * places + b] = Math.round(((straight * DETOUR) / SPEED_MS) * chance.between(0.95, 1.15));
    }
  const jobs = Array.from({ length: ORDERS }, (_, index) => {
    const length = chance.between(least, most);
    const from = Math.floor(chance.between(0, SHIFT_S - HOUR_S - length));
    const hasWindow = chance.next() < share;
    return {
      place: index + 1,
      service: SERVICE_S,
      load: 1 + chance.whole(9),
      from: hasWindow ? from : 0,
      to: hasWindow ? Math.floor(from + length) : SHIFT_S,
      vehicle: null,
    };
  });
  const load = jobs.reduce((sum, job) => sum + job.load, 0);
  const vehicle = { start: 0, end: 0, capacity: Math.ceil((load * room) / VEHICLES), from: 0, to: SHIFT_S };
  const vehicles = Array.from({ length: VEHICLES }, () => ({ ...vehicle, first: [] }));
  return { places, seconds, jobs, vehicles };
}

interface Solved {
  readonly travel: number;
  readonly unserved: number;
  readonly seconds: number;
}
function ours(problem: RoutingProblem): Solved {
  const before = process.cpuUsage();
  const { travel, unserved } = optimise(problem, { rounds: ROUNDS });
  const { user, system } = process.cpuUsage(before);
  return { travel, unserved: unserved.length, seconds: (user + system) / 1e6 };
}
function vroom(problem: RoutingProblem): Solved | null {
  if (PYTHON === undefined) return null;
  const script = join(import.meta.dirname, 'support/solve-with-vroom.py');
  const input = JSON.stringify({ ...problem, seconds: Array.from(problem.seconds) });
  const { stdout, stderr, status } = spawnSync(PYTHON, [script], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Cannot ask VROOM: ${stderr}`);
  const [travel = 0, unserved = 0, seconds = 0] = stdout.trim().split(' ').map(Number);
  return { travel, unserved, seconds };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const UNSERVED_S = 20_000;
const costOf = ({ travel, unserved }: Solved): number => travel + unserved * UNSERVED_S;
// The first search of a process is compiled on the way.
optimise(instance(KINDS.half, 99), { rounds: 2000 });
for (const [kind, options] of Object.entries(KINDS)) {
  const solved = Array.from({ length: options.instances }, (_, index) => {
    const problem = instance(options, index + 1);
    return { own: ours(problem), other: vroom(problem) };
  });
  const own = solved.map((each) => each.own);
  const others = solved.flatMap(({ other }) => (other === null ? [] : [other]));
  const worse = solved.flatMap(({ own: mine, other }) =>
    other === null ? [] : [(costOf(mine) / costOf(other) - 1) * 100],
  );
  printFigure('optimise', {
    places: withoutReference === false ? 'recorded' : 'made',
    windows: kind,
    orders: ORDERS,
    vehicles: VEHICLES,
    rounds: ROUNDS,
    instances: options.instances,
    travelS: Math.round(mean(own.map(({ travel }) => travel))),
    unserved: own.reduce((sum, { unserved }) => sum + unserved, 0),
    cpuS: rounded(mean(own.map(({ seconds }) => seconds)), 2),
    mostCpuS: rounded(Math.max(...own.map(({ seconds }) => seconds)), 2),
    vroomTravelS: others.length === 0 ? null : Math.round(mean(others.map(({ travel }) => travel))),
    vroomUnserved: others.length === 0 ? null : others.reduce((sum, { unserved }) => sum + unserved, 0),
    vroomCpuS: others.length === 0 ? null : rounded(mean(others.map(({ seconds }) => seconds)), 2),
    abovePercent: worse.length === 0 ? null : rounded(mean(worse), 2),
    worstAbovePercent: worse.length === 0 ? null : rounded(Math.max(...worse), 2),
  });
}
