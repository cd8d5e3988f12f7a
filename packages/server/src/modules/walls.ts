import type { FastifyInstance } from 'fastify';
import { createSecretBox, wallHandlers, type WallLayouts } from '@rastro/extension';
import { WITHIN_ADDRESS } from '@rastro/tracker';
import { createTrackingClient } from '@rastro/tracking-client';
import type { Gateway } from '../gateway/gateway.ts';
import { fetchWithin } from '../gateway/fetch-within.ts';
import { secretKey } from '../settings/secret-key.ts';
import { VERSION } from '../version.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

/** The running server: its gateway decides what an owner may see. */
interface Served {
  readonly app: Pick<FastifyInstance, 'inject'>;
  readonly gateway: Pick<Gateway, 'holderOf'>;
}
interface WallModule extends ProductModule<ReturnType<typeof wallHandlers>> {
  /** Called once, before anybody is served. */
  within(served: Served): void;
}

/** Overviews on screens that hang somewhere. @param layouts The overviews that they show. */
export function openWalls(
  { settings, storage, clock, limits, log }: ModuleDeps,
  layouts: WallLayouts,
): WallModule {
  let served: Served | null = null;
  const running = (): Served => {
    if (served === null) throw new Error('Cannot show a wall: the server is starting');
    return served;
  };
  const handlers = wallHandlers({
    storage,
    layouts,
    box: createSecretBox(secretKey(settings.SECRET_KEY, settings.DATA_DIR)),
    holderOf: (loginToken) => running().gateway.holderOf(loginToken),
    clientWith: (loginToken) =>
      createTrackingClient({
        fetch: (url, init) => fetchWithin(running().app, WITHIN_ADDRESS)(url, init),
        basePath: '/api',
        headers: { authorization: `Bearer ${loginToken}` },
      }),
    clock,
    limits,
    log,
    brand: settings.BRAND,
    version: VERSION,
  });
  return {
    handlers,
    jobs: [],
    within: (server) => {
      served = server;
    },
  };
}
