import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, isOpen, amountDue, type InvoiceStatus } from '@rastro/fleet/billing';
import type { AsaasFault } from '@rastro/outgoing/testing';
import { collectWorld } from '../../../test/billing/collect-world.ts';
import { DiedError } from '../../../test/billing/memory-store.ts';

const RUNS = 1000;
const STEPS = 25;

/** The same seed, the same run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
type World = ReturnType<typeof collectWorld>;
interface Run {
  readonly world: World;
  readonly random: () => number;
  readonly pick: <T>(from: readonly T[]) => T | undefined;
}
const FAULTS: readonly AsaasFault[] = [
  'lostAnswer',
  'lostAnswer',
  'slow',
  'slow',
  'lostRequest',
  { status: 500, body: '<html>' },
  { status: 429, headers: { 'ratelimit-reset': '40' }, body: '' },
  { status: 200, body: 'not json' },
];

/** A process that dies in the middle is followed by another one. */
async function mayDie(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DiedError)) throw error;
  }
}
const decide = ({ world }: Run, id: number, to: InvoiceStatus) => mayDie(() => world.byHand(id, to));

const ACTIONS: readonly ((run: Run) => Promise<unknown>)[] = [
  async ({ world, random }) => world.issue(addDays(world.today(), Math.floor(random() * 10) - 2)),
  ({ world }) => mayDie(world.charge),
  ({ world }) => mayDie(world.charge),
  ({ world }) => mayDie(world.work),
  ({ world }) => mayDie(world.reconcile),
  async ({ world, random }) => world.hours(1 + Math.floor(random() * 40)),
  async ({ world, pick }) => {
    const payment = pick([...world.asaas.account.payments.values()].filter(canBePaid));
    if (payment) world.asaas.account.pay(payment, payment.id.endsWith('1') ? 'BOLETO' : 'PIX');
  },
  // Messages are lost, doubled and late, in any order.
  async ({ world, pick }) => {
    for (let count = 0; count < 3; count++) {
      const event = pick(world.asaas.account.events);
      if (event) await world.notify(event);
    }
  },
  async ({ world, pick }) => {
    const event = pick(world.asaas.account.events);
    if (event) assert.equal(await world.notify({ ...event, id: 'evt_forged' }, 'forged'), 401);
  },
  // Users of the provider's panel.
  async ({ world, pick }) => {
    const payment = pick([...world.asaas.account.payments.values()]);
    if (payment === undefined) return;
    if (payment.deleted) payment.deleted = false;
    else if (canBePaid(payment)) payment.deleted = true;
    else if (['RECEIVED', 'CONFIRMED'].includes(payment.status))
      world.asaas.account.become(payment, 'REFUNDED');
  },
  // Users here.
  async (run) => {
    const invoice = run.pick([...run.world.storage.all.values()].filter(({ status }) => isOpen(status)));
    if (invoice) await decide(run, invoice.id, run.random() < 0.5 ? 'CANCELED' : 'RECEIVED_IN_CASH');
  },
  async (run) => {
    const invoice = run.pick(
      [...run.world.storage.all.values()].filter(({ status }) => status === 'RECEIVED_IN_CASH'),
    );
    if (invoice) await decide(run, invoice.id, invoice.dueDate < run.world.today() ? 'OVERDUE' : 'PENDING');
  },
];
const canBePaid = ({ status, deleted }: { status: string; deleted: boolean }): boolean =>
  !deleted && (status === 'PENDING' || status === 'OVERDUE');

async function randomRun(seed: number): Promise<World> {
  const random = seeded(seed);
  const world = collectWorld();
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const run = { world, random, pick };
  world.issue('2026-03-05');
  world.asaas.fault = () => (random() < 0.25 ? (pick(FAULTS) ?? null) : null);
  world.storage.dies = () => (random() < 0.05 ? (random() < 0.5 ? 'before' : 'after') : null);
  for (let step = 0; step < STEPS; step++) await pick(ACTIONS)?.(run);
  // The storm is over, and some of the messages never came.
  world.asaas.fault = () => null;
  world.storage.dies = () => null;
  for (let round = 0; round < 3; round++) {
    world.hours(25);
    await world.charge();
    await world.work();
    await world.reconcile();
  }
  return world;
}

/** Checks that both sides agree, as far as their statuses have equivalents. */
async function judgeRun(world: World, seed: number): Promise<void> {
  let open = 0;
  for (const invoice of world.storage.all.values()) {
    open += amountDue(invoice);
    const at = `seed ${seed}, invoice ${invoice.id}, ${invoice.status}`;
    const live = world.liveCharges(invoice.id);
    const ledger = await world.storage.ledgerOf(invoice.id);
    const isReported = ledger.some(({ kind }) => kind === 'conflict');
    const unpaid = live.filter(canBePaid);
    assert.ok(unpaid.length <= 1, `${at}: charged twice`);
    if (live.length > 1) assert.ok(isReported, `${at}: paid twice, and nobody is told`);
    if (isOpen(invoice.status)) assert.ok(invoice.charge !== null, `${at}: not charged`);
    const theirs = world.asaas.account.payments.get(invoice.charge?.id ?? '');
    if (!theirs) {
      assert.deepEqual(live, [], `${at}: a charge that nobody knows`);
      continue;
    }
    const status = theirs.deleted ? 'CANCELED' : theirs.status;
    const isSame = status === invoice.status || (status === 'PENDING' && invoice.status === 'OVERDUE');
    assert.ok(isSame || isReported, `${at}: they say ${status}`);
  }
  assert.equal(world.storage.uncharged(), open, `seed ${seed}: the ledger is not what is owed`);
}

test('[COLLECT-8] in a thousand random storms provider and we agree in the end, or people are told; nothing is charged twice', async () => {
  for (let seed = 1; seed <= RUNS; seed++) await judgeRun(await randomRun(seed), seed);
});
