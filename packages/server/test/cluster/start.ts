import { randomToken } from '@rastro/base';
import { PROTOCOLS } from '@rastro/protocols';
import { LocalCluster, withoutCluster } from './local-cluster.ts';

/**
 * npm start -- --cluster: two processes of each role with a PostgreSQL and three NATS servers on this machine, to try
 * all that an operator of several machines has. Its data are in temporary folders and end with it.
 */
const ADMIN_EMAIL = 'admin@example.com';
/** The usual ports of devices; the second process of ingest has any that are free. */
const USUAL_PORTS = PROTOCOLS.map(({ name, defaultPort }) => `${name}:${defaultPort}`).join();
const ANY_PORTS = PROTOCOLS.map(({ name }) => `${name}:0`).join();
const FIRST_PORT = Number(process.env['PORT'] ?? 8082);

const without = withoutCluster();
if (without !== null) throw new Error(`Cannot start a cluster here: ${without}`);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const password = randomToken(12);

say('Starting PostgreSQL, three NATS servers and six processes …');
const cluster = await LocalCluster.start({
  natsServers: 3,
  nodes: { i1: 'ingest', i2: 'ingest', p1: 'process', p2: 'process', a1: 'api', a2: 'api' },
  env: { ADMIN_EMAIL, ADMIN_PASSWORD: password },
  own: {
    i1: { PROTOCOLS: process.env['PROTOCOLS'] ?? USUAL_PORTS },
    i2: { PROTOCOLS: ANY_PORTS },
    a1: { PORT: String(FIRST_PORT) },
    a2: { PORT: String(FIRST_PORT + 1) },
  },
});
say(`Sign in as ${ADMIN_EMAIL} with password ${password}`);
for (const { name, roles, url, protocols } of cluster.nodes) {
  const ports = Object.entries(protocols).map(([protocol, port]) => `${protocol} ${port}`);
  say(`${name}  ${roles.padEnd(7)}  ${url}  ${ports.join(', ')}`);
}
say('Each answers /health/ready and /metrics. Kill one and watch. Ctrl-C ends all of them.');

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isEnding) return;
    isEnding = true;
    void cluster.close().then(() => process.exit(0));
  });
