import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { findNatsServer } from '@rastro/bus/testing';
import { PROTOCOLS } from '@rastro/protocols';
import { checkHaproxy, WITHOUT_HAPROXY } from '@rastro/protocols/testing';
import { TRACKER_ROLES } from '@rastro/tracker';
import { metricsOf, namesIn } from '../../test/measured-roles.ts';
import { readSettings } from '../settings/read-settings.ts';
import { SETTINGS } from '../settings/registry.ts';

const FOLDER = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
/** Of other programs, and what these files give one another. */
const FOREIGN = new Set([
  'NATS_NAME',
  'NATS_PASSWORD',
  'NATS_ROUTE_PASSWORD',
  'NATS_ROUTES',
  'NATS_STORE',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'POSTGRES_USER',
  'RASTRO_IMAGE',
  'RASTRO_NODE',
  'MALLOC_ARENA_MAX',
  'AF_INET',
  'AF_UNIX',
  'THIRD_PARTY',
]);
const SECRETS = {
  POSTGRES_PASSWORD: 'p1',
  NATS_PASSWORD: 'p2',
  NATS_ROUTE_PASSWORD: 'p3',
  SECRET_KEY: 'k'.repeat(40),
  RASTRO_IMAGE: 'rastro',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'password',
};

/** A YAML file, as the parser of this machine reads it; null = there is none. */
function parsed(name: string): unknown {
  const script = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))';
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script, join(FOLDER, name)], {
    encoding: 'utf8',
  });
  if (status !== 0 && /No module named|not found/.test(stderr)) return null;
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}
const hasYaml = spawnSync('python3', ['-c', 'import yaml']).status === 0;
const withYaml = { skip: hasYaml ? false : 'no parser of YAML: python3 with yaml' };

test('[DEPLOY-1] every setting that a file names exists', () => {
  for (const name of readdirSync(FOLDER)) {
    const words = read(name).match(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g) ?? [];
    const unknown = words.filter((word) => !Object.hasOwn(SETTINGS, word) && !FOREIGN.has(word));
    assert.deepEqual([...new Set(unknown)], [], name);
  }
  const unit = read('rastro@.service');
  for (const [, name = ''] of unit.matchAll(/^Environment=(\w+)=/gm))
    assert.ok(Object.hasOwn(SETTINGS, name), name);
});

test('[DEPLOY-2] every metric that alerts and board ask for is served by a process', async () => {
  const served = namesIn(await metricsOf(TRACKER_ROLES).metrics());
  const board = z
    .object({
      panels: z.array(
        z.object({
          id: z.number(),
          title: z.string(),
          targets: z.array(z.object({ expr: z.string() })).min(1),
        }),
      ),
    })
    .parse(JSON.parse(read('grafana-board.json')));
  assert.equal(new Set(board.panels.map(({ id }) => id)).size, board.panels.length);
  const asked = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const alerts = [...read('prometheus-rules.yaml').matchAll(/^ +expr: '(.*)'$/gm)].map(
    ([, expr = '']) => expr,
  );
  assert.ok(alerts.length > 20 && asked.length > 15);
  for (const expr of [...asked, ...alerts]) {
    const names = expr.match(/\b(?:rastro|nodejs|process|up)(?:_\w+)?(?=[{[\s)/]|$)/g) ?? [];
    assert.ok(names.length > 0, expr);
    for (const name of names) assert.ok(name === 'up' || served.has(name), `${name} in ${expr}`);
    const count = (part: string): number => expr.split(part).length;
    assert.equal(count('('), count(')'), expr);
  }
});

test(
  '[DEPLOY-3] HAProxy takes its configuration, which has each protocol at its usual port',
  { skip: WITHOUT_HAPROXY ?? false },
  () => {
    assert.equal(checkHaproxy(join(FOLDER, 'haproxy.cfg')), '');
  },
);

test('[DEPLOY-3] each protocol over TCP has its usual port in HAProxy, and in the containers', () => {
  const config = read('haproxy.cfg');
  const compose = read('compose.yaml');
  const overTcp = PROTOCOLS.filter(({ kind, ...protocol }) =>
    kind === 'http' || !('transports' in protocol) ? true : protocol.transports.includes('tcp'),
  );
  for (const { name, defaultPort: port } of overTcp) {
    const section = `listen ${name} from devices\n  bind :${port}\n  server i1 ingest1:${port} check\n  server i2 ingest2:${port} check\n`;
    assert.ok(config.includes(section), name);
    assert.match(compose, new RegExp(`^ +- ['"]${port}:${port}['"]$`, 'm'), name);
  }
  const clientMinutes = Number(/defaults devices[^#]*timeout client (\d+)m/.exec(config)?.[1]);
  assert.ok(clientMinutes * 60 > readSettings({}, null).DEVICE_TIMEOUT, 'the server ends silent connections');
});

const nats = findNatsServer();
test('[DEPLOY-4] NATS takes its configuration', { skip: nats.missing ?? false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-deploy-'));
  const environment = {
    NATS_NAME: 'n1',
    NATS_PASSWORD: 'p2',
    NATS_ROUTE_PASSWORD: 'p3',
    NATS_ROUTES: '[nats-route://route:p3@n1:6222, nats-route://route:p3@n2:6222]',
    NATS_STORE: folder,
  };
  const { status, stderr } = spawnSync(nats.path ?? '', ['-t', '-c', join(FOLDER, 'nats.conf')], {
    encoding: 'utf8',
    env: environment,
  });
  rmSync(folder, { recursive: true });
  assert.equal(status, 0, stderr);
  assert.match(read('nats.conf'), /^ {2}sync_interval: always$/m);
});

const VERIFIER = 'systemd-analyze';
const hasSystemd = spawnSync(VERIFIER, ['--version']).status === 0;
test('[DEPLOY-5] systemd takes the units', { skip: hasSystemd ? false : 'no systemd-analyze' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-deploy-'));
  for (const [unit, instance] of [
    ['rastro.service', 'rastro.service'],
    ['rastro@.service', 'rastro@ingest.service'],
  ] as const) {
    // The program is not installed here.
    writeFileSync(join(folder, unit), read(unit).replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'));
    const { status, stderr } = spawnSync(VERIFIER, ['verify', join(folder, instance)], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes('rastro'))], [0, []]);
  }
  rmSync(folder, { recursive: true });
});

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

test(
  '[DEPLOY-6] containers: every process accepts its settings, has a volume and a health check',
  withYaml,
  () => {
    const { services, volumes } = composeFile.parse(parsed('compose.yaml'));
    const filled = (text: string): string =>
      text.replaceAll(/\$\{(\w+)(?::[-?][^}]*)?\}/g, (_all, name: string) => {
        assert.ok(Object.hasOwn(SECRETS, name), name);
        return new Map(Object.entries(SECRETS)).get(name) ?? '';
      });
    const roles: string[] = [];
    for (const [name, { image, environment = {}, healthcheck, volumes: mounts }] of Object.entries(
      services,
    )) {
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        assert.ok(
          source.startsWith('./') ? readdirSync(FOLDER).includes(source.slice(2)) : source in volumes,
          mount,
        );
      }
      assert.ok(name === 'haproxy' || healthcheck, name);
      if (filled(image) !== 'rastro') continue;
      const values = Object.entries(environment).map(([key, value]) => [key, filled(value)] as const);
      const settings = readSettings(Object.fromEntries(values), null);
      roles.push(...settings.ROLES);
      assert.equal(settings.NODE_NAME, name);
      assert.equal(settings.DEVICE_PROXY_FROM?.has('172.31.82.7') ?? false, settings.ROLES.has('ingest'));
      assert.equal(settings.TRUST_PROXY, settings.ROLES.has('api'));
    }
    assert.deepEqual(roles.toSorted(), [...TRACKER_ROLES, ...TRACKER_ROLES].toSorted());
  },
);

const rulesFile = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Rastro[A-Z]\w+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[smh]$/),
          labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});

test('[DEPLOY-6] alerts have names of their own, a severity, and what to do', withYaml, () => {
  const { groups } = rulesFile.parse(parsed('prometheus-rules.yaml'));
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(groups.map(({ name }) => name)).size, groups.length);
});

test('[DEPLOY-6] YAML has no tabs, and indents by steps of two', () => {
  for (const name of readdirSync(FOLDER).filter((each) => each.endsWith('.yaml')))
    for (const line of read(name).split('\n')) assert.match(line, /^(?: {2})*(?:[^\s\t][^\t]*)?$/, name);
});
