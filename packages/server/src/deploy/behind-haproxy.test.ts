import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { z } from 'zod';
import {
  dataPacket,
  freePort,
  Haproxy,
  imeiOf,
  loginPacket,
  WITHOUT_HAPROXY,
} from '@rastro/protocols/testing';
import { withoutCluster, LocalCluster } from '../../test/cluster/local-cluster.ts';
import { eventually } from '../../test/eventually.ts';

const CONFIG = new URL('../../../../deploy/haproxy.cfg', import.meta.url);
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'haproxy-password' };
const DEVICE_ADDRESS = '127.0.1.9';
const skip = WITHOUT_HAPROXY ?? withoutCluster() ?? false;

/** The file of the operator, with addresses of this machine. */
function localConfig(
  cluster: LocalCluster,
  { web, devices }: { readonly web: number; readonly devices: number },
): string {
  const portOf = (name: string): string => new URL(cluster.node(name).url).port;
  const text = readFileSync(CONFIG, 'utf8')
    .replace(/^ {2}stats socket ipv4.*$/m, '')
    .replace('bind :80\n', `bind 127.0.0.1:${web}\n`)
    .replaceAll(/^listen (?!teltonika)[\s\S]*?\n\n/gm, '')
    .replace('bind :5027\n', `bind 127.0.0.1:${devices}\n`)
    // This machine may allow fewer files.
    .replace('maxconn 100000', 'maxconn 1000')
    .replace('inter 2s', 'inter 100ms');
  return text.replaceAll(
    /^( {2}server \w+) (\w+)(\d):(\d+)(.*)$/gm,
    (_line, server, machine, at, _port, rest) => {
      const name = `${String(machine)[0]}${at}`;
      const port = machine === 'api' ? portOf(name) : cluster.node(name).protocols['teltonika'];
      return `${server} 127.0.0.1:${port}${rest} port ${portOf(name)}`;
    },
  );
}

test(
  '[DEPLOY-7] behind HAProxy users stay at one process, devices have their own addresses, and the dead are left out',
  { skip },
  async (t) => {
    const cluster = await LocalCluster.start({
      natsServers: 1,
      nodes: { i1: 'ingest', i2: 'ingest', p1: 'process', a1: 'api', a2: 'api' },
      env: { ...ADMIN, TRUST_PROXY: 'true', DEVICE_PROXY_FROM: '127.0.0.1', LOG_LEVEL: 'info' },
      protocols: 'teltonika:0',
    });
    t.after(() => cluster.close());
    const [web, devices] = [await freePort(), await freePort()];
    const haproxy = await Haproxy.start(localConfig(cluster, { web, devices }));
    t.after(() => haproxy.close());
    const statusOf = async (name: string) => (await haproxy.servers()).get(name);
    for (const name of ['api/a1', 'api/a2', 'teltonika/i1', 'teltonika/i2'])
      await eventually(async () => (await statusOf(name))?.status === 'UP');

    const url = `http://127.0.0.1:${web}`;
    const form = new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
    const session = await fetch(`${url}/api/session`, { method: 'POST', body: form });
    const cookie = session.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    assert.match(cookie, /RASTRO_NODE=a[12]/);
    const own = /RASTRO_NODE=(a[12])/.exec(cookie)?.[1] ?? '';
    const before = (await statusOf(`api/${own}`))?.connections ?? 0;
    const headers = { cookie, 'content-type': 'application/json' };
    for (let i = 0; i < 6; i++) assert.equal((await fetch(`${url}/api/session`, { headers })).status, 200);
    assert.equal(((await statusOf(`api/${own}`))?.connections ?? 0) - before, 6);
    const body = JSON.stringify({ name: 'Truck', uniqueId: imeiOf(1) });
    const created = await fetch(`${url}/api/devices`, { method: 'POST', headers, body });
    assert.equal(created.status, 200);
    const { id } = z.object({ id: z.number() }).parse(await created.json());
    const traffic = `${url}/api/devices/${id}/traffic`;
    await fetch(traffic, { method: 'POST', headers, body: JSON.stringify({ seconds: 60 }) });

    const report = async (): Promise<boolean> => {
      const socket = connect({
        port: devices,
        host: '127.0.0.1',
        localAddress: DEVICE_ADDRESS,
        noDelay: true,
      });
      socket.on('error', () => {});
      try {
        for (const bytes of [
          loginPacket(imeiOf(1)),
          dataPacket([{ time: Date.now(), latitude: 1, longitude: 1 }]),
        ]) {
          socket.write(bytes);
          const answer = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
          if (!Buffer.isBuffer(answer[0]) || answer[0].at(-1) !== 1) return false;
        }
        return true;
      } finally {
        socket.destroy();
      }
    };
    await eventually(report);
    const recording = z.object({ messages: z.array(z.object({ host: z.string() })).min(1) });
    const { messages } = recording.parse(await (await fetch(`${traffic}?after=0`, { headers })).json());
    assert.deepEqual([...new Set(messages.map(({ host }) => host))], [DEVICE_ADDRESS]);
    await cluster.node('i1').kill();
    await eventually(async () => (await statusOf('teltonika/i1'))?.status === 'DOWN');
    for (let i = 0; i < 3; i++) await eventually(report);
    const other = own === 'a1' ? 'a2' : 'a1';
    await cluster.node(own).kill();
    await eventually(async () => (await statusOf(`api/${own}`))?.status === 'DOWN');
    await eventually(async () => (await fetch(`${url}/api/session`, { headers })).status === 200);
    assert.equal((await statusOf(`api/${other}`))?.status, 'UP');
    // Checks and headers were right all the time.
    for (const { output } of cluster.nodes) assert.doesNotMatch(output, /PROXY header/);
  },
);
