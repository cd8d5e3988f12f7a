import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dataPacket, loginPacket } from '@rastro/protocols/testing';
import { openStorage } from '@rastro/storage';
import { eventually } from '../test/eventually.ts';

const ROUNDS = 8;
const RECORDS = 5;
const IMEI = '350000000020031';
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'fence-lock-test' };
const CENTRE = -23.55;
/** 440 m from the centre: nearer than what could not be reached in a second. */
const OUTSIDE = CENTRE + 0.004;

/** Drives into the fence and out of it, a record each second, and keeps what is not acknowledged. */
class RestlessVehicle {
  #next = Math.floor(Date.now() / 1000) * 1000;
  acknowledged = 0;

  async talk(socket: Socket): Promise<void> {
    let held = Buffer.alloc(0);
    let isAccepted = false;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      if (!isAccepted) {
        isAccepted = true;
        held = held.subarray(1);
        socket.write(packetAt(this.#next));
      }
      while (held.length >= 8 || (held.length >= 4 && held.readUInt32BE() !== 0)) {
        // A command begins with four zeros; an acknowledgement counts records.
        if (held.readUInt32BE() === 0) {
          const whole = 12 + held.readUInt32BE(4);
          if (held.length < whole) break;
          held = held.subarray(whole);
          continue;
        }
        held = held.subarray(4);
        this.acknowledged += RECORDS;
        this.#next += RECORDS * 1000;
        socket.write(packetAt(this.#next));
      }
    });
    socket.write(loginPacket(IMEI));
    await new Promise((resolve) => socket.once('close', resolve));
  }
}

const packetAt = (start: number): Buffer =>
  dataPacket(
    Array.from({ length: RECORDS }, (_, i) => {
      const time = start + i * 1000;
      return { time, latitude: (time / 1000) % 2 === 0 ? CENTRE : OUTSIDE, longitude: -46.63 };
    }),
  );

test('[FENCELOCK-10] kill -9 while vehicles cross a fence, 8 rounds: one lock and one audit line for each stored crossing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-fence-lock-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const start = async (): Promise<{ child: ChildProcess; url: string; port: number }> => {
    const environment = { ...process.env, ...ADMIN, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' };
    const child = spawn(process.execPath, [MAIN], {
      env: { ...environment, DATA_DIR: folder, PROTOCOLS: 'teltonika:0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { url, protocols } = JSON.parse(line) as { url: string; protocols: { teltonika: number } };
    return { child, url, port: protocols.teltonika };
  };
  const vehicle = new RestlessVehicle();
  for (let round = 0; round < ROUNDS; round++) {
    const { child, url, port } = await start();
    if (round === 0) await prepare(url);
    const talk = vehicle.talk(connect(port, '127.0.0.1'));
    // After so many records, not after so long: a busy machine is slower, not luckier.
    const enough = vehicle.acknowledged + RECORDS * (2 + ((round * 7) % 17));
    await eventually(() => vehicle.acknowledged >= enough);
    // Each round ends at another moment of a commit.
    await sleep(round % 7);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await talk;
  }
  const { crossings, locks, lines } = await whatIsStored(folder);
  assert.ok(
    vehicle.acknowledged > ROUNDS * RECORDS,
    `only ${vehicle.acknowledged} records: it proves little`,
  );
  assert.ok(
    crossings >= vehicle.acknowledged - 1,
    'each acknowledged record but the first has crossed the edge',
  );
  assert.deepEqual({ locks, lines }, { locks: crossings, lines: crossings });
});

/** A device and a fence that stops it, through the API as an operator would. */
async function prepare(url: string): Promise<void> {
  const body = new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
  const login = await fetch(`${url}/api/session`, { method: 'POST', body });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const post = async (path: string, entity: object): Promise<number> => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(entity),
    });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.status === 204 ? 0 : ((await answer.json()) as { id: number }).id;
  };
  const deviceId = await post('devices', { name: IMEI, uniqueId: IMEI });
  const attributes = { lockOnEnter: true, lockOnExit: true };
  const area = `CIRCLE (${CENTRE} -46.63, 200)`;
  const geofenceId = await post('geofences', { name: 'Edge', area, attributes });
  await post('permissions', { deviceId, geofenceId });
}

async function whatIsStored(folder: string) {
  const storage = await openStorage({ folder });
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 5000 };
  const inside: boolean[] = [];
  for await (const page of storage.history({ ...all, deviceId: 1 }))
    inside.push(...page.map(({ latitude }) => Math.abs(latitude - CENTRE) < 0.001));
  const commands = await storage.commands({ deviceId: 1, limit: 1_000_000, offset: 0 });
  let lines = 0;
  for await (const page of storage.actions(all))
    lines += page.filter(({ actionType }) => actionType === 'command').length;
  await storage.close();
  return {
    crossings: inside.filter((now, at) => at > 0 && now !== inside[at - 1]).length,
    locks: commands.filter(({ type }) => type === 'engineStop').length,
    lines,
  };
}
