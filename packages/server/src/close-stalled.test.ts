import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { closeStalled } from './close-stalled.ts';

const AFTER_MS = 400;
const MUCH = Buffer.alloc(16 * 1_048_576, 'x');
const answers: RequestListener = (request, response) => {
  // The time itself is tested: an answer later than anybody may stop reading.
  if (request.url === '/late') setTimeout(() => response.end('late'), 4 * AFTER_MS);
  else response.end(MUCH);
};
const server = createServer(answers);
closeStalled(server, AFTER_MS);
after(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(path: string): Promise<Socket> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

test('[GATE-40] who stops reading is let go; who reads slowly or waits for us is served', async () => {
  const stalled = await ask('/much');
  const [accepted] = (await once(server, 'connection')) as [Socket];
  stalled.pause();
  await once(accepted, 'close');
  stalled.destroy();

  const waiting = await ask('/late');
  const [text] = (await once(waiting, 'data')) as [Buffer];
  assert.match(text.toString(), /late/);
  waiting.destroy();

  const slow = await ask('/much');
  let read = 0;
  let pauses = 0;
  for await (const chunk of slow) {
    read += (chunk as Buffer).length;
    // Together longer than anybody may take for nothing.
    if (read > pauses * 4_194_304) {
      pauses++;
      await pause(AFTER_MS / 2);
    }
    if (read > MUCH.length) break;
  }
  assert.ok(read > MUCH.length);
});
