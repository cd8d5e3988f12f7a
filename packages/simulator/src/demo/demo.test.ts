import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import { DEVICE_CATEGORIES, distanceM } from '@rastro/fleet';
import { PROTOCOLS } from '@rastro/protocols';
import { HASTY } from '../../test/support.ts';
import { httpServer, tcpServer, udpServer, until, type Received } from '../../test/test-server.ts';
import { demoFleet } from './demo-fleet.ts';
import { checkDigit, madeUpImei, madeUpPlate } from './identity.ts';
import { runDemoFleet } from './run-demo-fleet.ts';

test('[SIM-17] makes up identities with valid check digits and plates of the Mercosul form', () => {
  assert.equal(checkDigit('49015420323751'), '8');
  assert.equal(new Set([1, 2, 3, 4].map(madeUpImei)).size, 4);
  assert.match(madeUpImei(99_999_999), /^350000\d{9}$/);
  assert.match(madeUpPlate(7), /^[A-Z]{3}\d[A-Z]\d{2}$/);
});

test('[SIM-17] describes a fleet of every kind, the same one each time', () => {
  const fleet = demoFleet('acme');
  assert.deepEqual(fleet, demoFleet('acme'));
  assert.ok(fleet.length >= 100 && fleet.length <= 120);
  for (const part of ['uniqueId', 'plate', 'name'] as const) {
    assert.equal(new Set(fleet.map((vehicle) => vehicle[part])).size, fleet.length, part);
  }
  assert.deepEqual(new Set(fleet.map(({ category }) => category)), new Set(DEVICE_CATEGORIES));
  assert.deepEqual(Object.keys(fleet[0]?.attributes ?? {}), ['acme.color', 'acme.color_extra']);
  for (const presence of ['always', 'patchy', 'lost', 'never']) {
    assert.ok(
      fleet.some((vehicle) => vehicle.presence === presence),
      presence,
    );
  }
  const inDistress = fleet.filter(({ distress }) => distress !== null);
  assert.deepEqual(new Set(inDistress.map(({ distress }) => distress)), new Set(['sos', 'powerCut']));
  assert.ok(inDistress.every(({ presence }) => presence === 'always'));
  assert.equal(fleet.filter(({ ignition }) => ignition === 'always off').length, 1);
  const depot = fleet.filter(({ habit, home }) => habit.kind === 'parked' && home.name === 'São Paulo');
  assert.ok(depot.length >= 5);
});

test('[SIM-18] the fleet reports over every protocol, from where it lives', async (t) => {
  const fleet = demoFleet();
  const names = new Set(fleet.map(({ protocol }) => protocol));
  assert.deepEqual(names, new Set(PROTOCOLS.map(({ name }) => name)));
  const ports: Record<string, number> = {};
  const servers: { readonly received: readonly Received[] }[] = [];
  for (const { kind, name } of PROTOCOLS) {
    const server = kind === 'http' ? await httpServer(t) : await tcpServer(t, name);
    ports[name] = server.port;
    servers.push(server);
  }
  const datagrams = await udpServer(t, 'teltonika');
  servers.push(datagrams);
  const overUdp = fleet.filter(({ channel }) => channel === 'teltonika-udp');
  const others = fleet.filter(({ channel }) => channel !== 'teltonika-udp');
  const stop = new AbortController();
  const run = { host: '127.0.0.1', clock: systemClock, timing: HASTY };
  const driving = Promise.all([
    runDemoFleet({ ...run, fleet: others, ports }, stop.signal),
    runDemoFleet({ ...run, fleet: overUdp, ports: { teltonika: datagrams.port } }, stop.signal),
  ]);
  const received = () => servers.flatMap((server) => server.received);
  const located = (): Set<string> =>
    new Set(
      received().flatMap(({ uniqueId, records }) => (records.some(({ fix }) => fix) ? [uniqueId] : [])),
    );
  const expected = fleet.filter(({ presence }) => presence !== 'never' && presence !== 'patchy');
  await until(() => expected.every(({ uniqueId }) => located().has(uniqueId)), 'a word from every vehicle');
  stop.abort();
  await driving;
  for (const { uniqueId, records } of received()) {
    const member = fleet.find((vehicle) => vehicle.uniqueId === uniqueId);
    assert.ok(member);
    if (member.habit.kind === 'road') continue;
    const { centre, radiusM } = member.home;
    for (const { fix } of records) assert.ok(!fix || distanceM(fix, centre) < radiusM * 1.05, member.name);
  }
});
