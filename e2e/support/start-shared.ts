import { isInCluster } from './behind.ts';
import { startGround } from './ground.ts';
import { RastroServer } from './rastro-server.ts';

/** Addresses of the shared servers that the journeys read; passed to the workers through the environment. */
export const SHARED = {
  demoUrl: 'E2E_DEMO_URL',
  demoPassword: 'E2E_DEMO_PASSWORD',
  newUrl: 'E2E_NEW_URL',
} as const;

/** One demonstration for all read-only journeys, and one server that is never set up. */
export default async function startShared(): Promise<() => Promise<void>> {
  const endGround = isInCluster ? await startGround() : null;
  const demo = await RastroServer.start({ demo: true, isShared: true, env: { DEMO_DAYS: '0' } });
  const fresh = await RastroServer.start();
  process.env[SHARED.demoUrl] = demo.url;
  process.env[SHARED.demoPassword] = await demo.demoPassword();
  process.env[SHARED.newUrl] = fresh.url;
  return async () => {
    await demo.remove();
    await fresh.remove();
    await endGround?.();
  };
}
