import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OwnerQueue } from './owner-queue.ts';

test('[COACH-9] reports of one account are read one after the other, those of others beside them, and not too many wait', async () => {
  const queue = new OwnerQueue();
  const log: string[] = [];
  const gates = new Map<string, () => void>();
  const work = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await new Promise<void>((resolve) => gates.set(name, resolve));
    return name;
  };
  const [a, b, other] = [queue.run(1, work('a')), queue.run(1, work('b')), queue.run(2, work('other'))];
  await Promise.resolve();
  assert.deepEqual(log, ['a begins', 'other begins']);
  gates.get('other')?.();
  assert.equal(await other, 'other');
  gates.get('a')?.();
  assert.equal(await a, 'a');
  const more = Array.from({ length: 49 }, () => queue.run(1, async () => 'more'));
  assert.equal(await queue.run(1, work('late')), null);
  gates.get('b')?.();
  assert.equal(await b, 'b');
  assert.deepEqual(new Set(await Promise.all(more)), new Set(['more']));
  await assert.rejects(
    queue.run(1, () => Promise.reject(new Error('unreachable'))),
    /unreachable/,
  );
  assert.equal(await queue.run(1, async () => 'next'), 'next', 'one that failed holds up nobody');
});
