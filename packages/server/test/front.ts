import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ALONE, systemClock, type Clock } from '@rastro/base';
import type { ExtensionRoute } from '@rastro/extension';
import { openExtensionStorage, type ExtensionStorage } from '@rastro/storage';
import type { FastifyInstance } from 'fastify';
import pino, { type DestinationStream } from 'pino';
import { Registry } from 'prom-client';
import { ClosingGate } from '../src/closing-gate.ts';
import { connectTo, externalServer } from '../src/gateway/external-server.ts';
import { Gateway } from '../src/gateway/gateway.ts';
import { readSettings } from '../src/settings/read-settings.ts';
import type { Others } from '../src/shared-guard.ts';
import { createWebServer } from '../src/web-server.ts';
import { NO_ACCESS_LOG } from './no-access-log.ts';
import { noBrands } from './no-brands.ts';
import { NO_SUSPENSIONS } from './no-suspensions.ts';
import { startTrackingStub } from './tracking-stub.ts';

interface FrontOptions {
  /** Routes of the extension, with the storage of their audit log. */
  readonly extension?: (storage: ExtensionStorage, clock: Clock) => readonly ExtensionRoute[];
  readonly others?: Others;
  /** Gets the lines of the log; absent = nobody does. */
  readonly lines?: DestinationStream;
}

/** The real web server and gateway in front of an external server that answers every call with what it got. */
export async function startFront(
  t: TestContext,
  { extension, others, lines }: FrontOptions = {},
): Promise<{ readonly app: FastifyInstance; readonly storage: ExtensionStorage }> {
  const stub = await startTrackingStub({});
  const folder = mkdtempSync(join(tmpdir(), 'rastro-front-'));
  const storage = await openExtensionStorage({ folder });
  const tracking = externalServer(connectTo(stub.url));
  const gateway = new Gateway({
    onDeviceWritten: async () => {},
    tracking,
    suspensions: NO_SUSPENSIONS,
    accessLog: NO_ACCESS_LOG,
    brand: 'rastro',
    plus: true,
    deviceLimit: 10,
    saveAuditEntries: (entries, who) =>
      storage.appendActions(
        entries.map((entry) => ({ ...entry, ...who, attributes: {}, actionTime: systemClock.now() })),
      ),
    publicUrl: null,
    hostOf: ({ headers }) => headers.host,
    clientOf: ({ socket }) => socket.remoteAddress ?? '',
    clock: systemClock,
    limits: ALONE,
    onError: () => {},
  });
  const app = await createWebServer({
    others: others ?? null,
    closing: new ClosingGate(),
    complaint: async () => null,
    archives: [],
    brands: await noBrands(),
    settings: readSettings({ TRACKING_SERVER_URL: stub.url }, null),
    gateway,
    metrics: new Registry(),
    log: lines ? pino({ level: 'error' }, lines) : pino({ level: 'silent' }),
    extension: extension?.(storage, systemClock) ?? [],
  });
  t.after(async () => {
    await app.close();
    await tracking.close();
    await storage.close();
    stub.close();
    rmSync(folder, { recursive: true });
  });
  return { app, storage };
}
