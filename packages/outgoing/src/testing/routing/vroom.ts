import { json, startFailing, type RouterSimulator } from './faults.ts';

interface Asked {
  readonly jobs: readonly {
    readonly id: number;
    readonly skills?: readonly number[];
    readonly delivery: readonly number[];
  }[];
  readonly vehicles: readonly {
    readonly id: number;
    readonly skills: readonly number[];
    readonly capacity: readonly number[];
  }[];
}

/**
 * A VROOM that fills one vehicle after the other in the order of the jobs: a plan, not a good one. `nullCells` = it names a
 * job that nobody asked for. @source VROOM, docs/API.md
 */
export const startVroomSimulator = (): Promise<RouterSimulator> =>
  startFailing(
    ({ body }, spoil) => {
      const { jobs, vehicles }: Asked = JSON.parse(body.toString());
      const left = new Set(jobs);
      const routes = vehicles.map(({ id, skills, capacity }) => {
        let [room = 0] = capacity;
        const steps: { type: string; id?: number | null }[] = [{ type: 'start' }];
        for (const job of left) {
          const [load = 0] = job.delivery;
          if (load > room || job.skills?.every((skill) => skills.includes(skill)) === false) continue;
          if (steps.length > Math.ceil(jobs.length / vehicles.length)) continue;
          room -= load;
          left.delete(job);
          steps.push({ type: 'job', id: job.id });
        }
        return { vehicle: id, steps: [...steps, { type: 'end' }] };
      });
      const [first] = routes;
      if (spoil([[1]])[0]?.[0] === null) first?.steps.push({ type: 'job', id: 4711 });
      return json({
        code: 0,
        summary: {},
        routes,
        unassigned: [...left].map(({ id }) => ({ id, type: 'job' })),
      });
    },
    {
      noRoute: json({ code: 3, error: 'Unfound route(s) from location' }, 500),
      tooLarge: json({ code: 4, error: 'Too many jobs' }, 413),
    },
  );
