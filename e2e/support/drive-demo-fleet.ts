import { systemClock } from '@rastro/base';
import { demoFleet, runDemoFleet } from '@rastro/simulator';

/**
 * Drives the vehicles of the demonstration for an installation of several processes. Arguments: the device ports of
 * each process with the role ingest, as JSON; its vehicles are at one of them each. Ends with its parent.
 */
const reached = process.argv.slice(2).map((text) => JSON.parse(text) as Readonly<Record<string, number>>);
const stop = new AbortController();
process.once('disconnect', () => stop.abort());

const fleet = demoFleet();
await Promise.all(
  reached.map((ports, own) =>
    runDemoFleet(
      {
        host: '127.0.0.1',
        ports,
        clock: systemClock,
        // Each keeps its place in the fleet, and so its trips.
        fleet: fleet.map((each, at) =>
          at % reached.length === own ? each : { ...each, presence: 'never' as const },
        ),
      },
      stop.signal,
    ),
  ),
);
