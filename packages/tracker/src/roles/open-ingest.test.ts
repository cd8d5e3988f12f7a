import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { findProtocol } from '@rastro/protocols';
import { openTestTracker } from '../../test/open-test-tracker.ts';
import { openMachineDatagrams } from '../ingest/listener.ts';

test('[INGEST-24] a free number is one for connections and datagrams; a number that was asked for is that one or none', async (t) => {
  const others: Socket[] = [];
  const tracker = await openTestTracker({
    openDatagrams: async (address, onError) => {
      if (others.length < 2) {
        // Somebody else comes first.
        const other = createSocket('udp4').bind(address.port, address.host);
        others.push(other);
        await once(other, 'listening');
      }
      return openMachineDatagrams(address, onError);
    },
  });
  t.after(async () => {
    await tracker.dispose();
    for (const other of others) other.close();
  });
  const protocol = findProtocol('teltonika');
  assert.ok(protocol?.kind === 'stream' && protocol.transports.length === 2);
  const listen = (port: number) => tracker.tracker.listen({ protocol, host: '127.0.0.1', port });
  const port = await listen(0);
  const taken = others.map((other) => other.address().port);
  assert.equal(taken.length, 2);
  assert.ok(!taken.includes(port));
  await assert.rejects(listen(taken[0] ?? 0), { code: 'EADDRINUSE' });
  const refused = connect(taken[0] ?? 0, '127.0.0.1');
  const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
  assert.equal(error.code, 'ECONNREFUSED', 'what was opened first is closed');
});
