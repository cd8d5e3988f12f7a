import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import type { CredentialStorage } from '../credential-port.ts';
import type { CursorListStorage, CursorStorage } from '../cursor-port.ts';
import type { PrivateStorage } from '../delivery-port.ts';
import type { LeaseStorage } from '../lease-port.ts';
import type { StatisticsStorage } from '../statistics-port.ts';
import { isStorageError } from './made-rows.ts';

type Shared = CursorStorage &
  CursorListStorage &
  LeaseStorage &
  StatisticsStorage &
  PrivateStorage &
  CredentialStorage;

/** State that several processes on one store change, each for itself. */
export function sharedContract({
  store,
  reopen,
  another,
}: {
  readonly store: () => Shared;
  readonly reopen: () => Promise<void>;
  /** The same store, opened by another process. */
  readonly another: () => Promise<Shared & { close(): Promise<void> }>;
}): void {
  test('[STORE-25] marks of a kind are moved forward and read together; of two who do, one has moved them', async () => {
    const at = (name: string, instant: number) => ({ name, instant });
    const other = await another();
    assert.deepEqual(await store().advanceCursors([at('kind.1', 10), at('kind.2', 20), at('kinds', 30)]), [
      true,
      true,
      true,
    ]);
    assert.deepEqual(await other.advanceCursors([at('kind.1', 10), at('kind.2', 25), at('kinds', 5)]), [
      false,
      true,
      false,
    ]);
    const race = [store(), other].map((each) => each.advanceCursors([at('kind.3', 1)]));
    assert.equal((await Promise.all(race)).filter(([moved]) => moved).length, 1);
    await other.close();
    await reopen();
    assert.deepEqual(await store().cursorsByPrefix('kind.'), [
      at('kind.1', 10),
      at('kind.2', 25),
      at('kind.3', 1),
    ]);
    assert.equal(await store().readCursor('kinds'), 30);
  });

  test('[STORE-60] one has a lease at a time; who has lost it moves no mark', async () => {
    const hold = (owner: string, now: number) => ({ name: 'round', owner, now, until: now + 60_000 });
    const other = await another();
    assert.equal(await store().takeLease(hold('a', 0)), true);
    assert.equal(await other.takeLease(hold('b', 1)), false);
    const [ofA, ofB] = [
      { name: 'round', owner: 'a' },
      { name: 'round', owner: 'b' },
    ];
    await store().setCursor('round', 1, ofA);
    await other.releaseLease(ofB);
    assert.equal(await other.takeLease(hold('b', 1)), false, 'only who has it gives it back');
    await store().releaseLease(ofA);
    assert.equal(await other.takeLease(hold('b', 1)), true);
    await assert.rejects(store().setCursor('round', 2, ofA), isStorageError('FENCED'));
    assert.equal(await store().readCursor('round'), 1);
    await other.setCursor('round', 3, ofB);
    await other.close();
    await reopen();
    assert.equal(await store().takeLease(hold('a', 2)), false, 'it outlives who has it');
  });

  test('[STORE-22] figures of a day are added, by whoever counts', async () => {
    const other = await another();
    await store().addStatistics({ captureTime: 1000, counts: { requests: 1 }, seen: { users: [1, 2] } });
    await store().addStatistics({ captureTime: 2000, counts: { requests: 2 }, seen: {} });
    await other.addStatistics({
      captureTime: 1000,
      counts: { requests: 3, mails: 0 },
      seen: { users: [2, 3], devices: [] },
    });
    await other.close();
    await reopen();
    assert.deepEqual(await store().statistics(0, 1999), [
      { captureTime: 1000, body: { requests: 4, users: 3, mails: 0, devices: 0 } },
    ]);
    assert.equal((await store().statistics(1000, 2000)).length, 2);
    const later = 1000 + 3 * DAY_MS;
    await store().addStatistics({ captureTime: later, counts: {}, seen: { users: [1] } });
    await store().addStatistics({ captureTime: 1000, counts: {}, seen: { users: [1] } });
    assert.equal((await store().statistics(1000, 1000))[0]?.body['users'], 3, 'a number does not shrink');
  });

  test('[STORE-61] of two who replace the same private value one is refused and changes nothing', async () => {
    const value = (text: string) => ({ ownerId: 1, name: 'codes', value: text });
    const other = await another();
    assert.equal(await store().privateValue(1, 'codes'), null);
    const first = [store(), other].map((each, at) => each.swapPrivateValue(value(`first ${at}`), null));
    assert.equal((await Promise.all(first)).filter((isDone) => isDone).length, 1);
    await store().putPrivateValue(value('a'));
    assert.equal(await other.swapPrivateValue(value('b'), 'a'), true);
    assert.equal(await store().swapPrivateValue(value('c'), 'a'), false);
    assert.equal(await store().privateValue(1, 'codes'), 'b');
    await other.close();
  });

  test('[STORE-33] of the uses of a credential the latest counts, and it is removed once', async () => {
    const other = await another();
    const unset = { expiresAt: null, origin: null, actorId: null, parentHash: null, name: null };
    const from = { address: null, userAgent: null, usedAt: null };
    await store().putCredential({ hash: 'a', purpose: 'reset', userId: 1, createdAt: 1, ...unset, ...from });
    await store().useCredentials([{ hash: 'a', usedAt: 50 }]);
    await other.useCredentials([{ hash: 'a', usedAt: 40 }]);
    assert.equal((await store().credentials())[0]?.usedAt, 50);
    const race = [store(), other].map((each) => each.removeCredentials(['a', 'gone']));
    assert.equal(
      (await Promise.all(race)).reduce((sum, removed) => sum + removed),
      1,
    );
    await other.close();
  });
}
