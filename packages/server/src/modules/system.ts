import { postcodes, visitorDetails, type ExtensionHandler } from '@rastro/extension';
import type { TrackingServer } from '../gateway/tracking-server.ts';
import { recordSizes } from '../health/measure-disk.ts';
import { watchHealth } from '../health/watch-health.ts';
import { watchReadReplica } from '../health/watch-read-replica.ts';
import { postcodeOptions, visitorOptions } from '../settings/outside-options.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

interface Handlers {
  readonly 'GET /visitor': ReturnType<typeof visitorDetails>;
  readonly 'GET /postcode/:code': ReturnType<typeof postcodes>;
  readonly 'GET /health': ExtensionHandler<'GET /health'>;
  readonly 'GET /history/progress': ExtensionHandler<'GET /history/progress'>;
}

/** Health of the installation, and services outside: weather, city, addresses of postcodes. */
export function openSystem(
  { settings, storage, tracker, clock, integrity, log }: ModuleDeps,
  tracking: Pick<TrackingServer, 'progressOf'>,
): ProductModule<Handlers> {
  const health = watchHealth({
    tracker,
    storage,
    folder: settings.DATABASE_URL === null ? settings.DATA_DIR : null,
    clock,
    integrity,
    address: { publicUrl: settings.PUBLIC_URL, hasMail: settings.SMTP_URL !== null },
  });
  const replica = watchReadReplica({ storage, log });
  return {
    handlers: {
      'GET /visitor': visitorDetails(visitorOptions(settings)),
      'GET /postcode/:code': postcodes(postcodeOptions(settings)),
      'GET /history/progress': async ({ caller }) => {
        const progress = await tracking.progressOf(caller.id);
        return { status: 200, body: progress ?? { total: 0, done: 0 } };
      },
      'GET /health': async () => ({ status: 200, body: await health.read() }),
    },
    jobs: [recordSizes(storage, clock)],
    close: () => {
      replica.close();
      health.close();
    },
  };
}
