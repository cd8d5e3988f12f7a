import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageNumbers } from './message-numbers.ts';

const TOPIC = 'directory.changed';
const sentBy = (a: MessageNumbers): ReadonlyMap<string, Readonly<Record<string, number>>> =>
  new Map([['a', a.sent]]);
const isBehind = (
  b: MessageNumbers,
  counts: ReadonlyMap<string, Readonly<Record<string, number>>>,
): boolean => b.missing(counts).length > 0;
/** A publisher and one who listens, as they are after the first look at what was sent. */
function pair() {
  const [a, b] = [new MessageNumbers('a'), new MessageNumbers('b')];
  const pass = (count = 1): boolean => {
    let isComplete = true;
    for (let i = 0; i < count; i++) isComplete = b.receive(TOPIC, a.next(TOPIC)) && isComplete;
    return isComplete;
  };
  const lose = (): void => void a.next(TOPIC);
  lose();
  b.listen(TOPIC);
  assert.equal(isBehind(b, sentBy(a)), false, 'of before nothing is expected');
  b.catchUp(sentBy(a));
  b.catchUp(sentBy(a));
  return { a, b, pass, lose };
}

test('[BUS-24] a message that is lost between others is missed with the next one', () => {
  const { pass, lose } = pair();
  assert.equal(pass(3), true);
  lose();
  assert.equal(pass(), false);
  assert.equal(pass(), true);
});

test('[BUS-24] a message that is lost at the end is missed by what its publisher has noted', () => {
  const { a, b, pass, lose } = pair();
  pass(2);
  assert.equal(isBehind(b, sentBy(a)), false);
  lose();
  assert.equal(isBehind(b, sentBy(a)), true);
  b.catchUp(sentBy(a));
  assert.equal(isBehind(b, sentBy(a)), false, 'it was read by another way');
  assert.equal(pass(), true);
});

test('[BUS-24] of a process that starts later, and of one that stood still, the right number is expected', () => {
  const { a, b, pass } = pair();
  pass();
  const c = new MessageNumbers('c');
  c.next(TOPIC);
  c.next('topic.nobody.listens.to');
  const counts = new Map([...sentBy(a), ['c', c.sent] as const]);
  assert.equal(isBehind(b, counts), true, 'its first one is lost');
  b.catchUp(counts);
  b.catchUp(sentBy(a));
  assert.equal(isBehind(b, sentBy(a)), false);
  assert.equal(isBehind(b, counts), false, 'it is back');
  const first = new MessageNumbers('d');
  assert.equal(b.receive(TOPIC, first.next(TOPIC)), true, 'it came before it was noted');
  b.catchUp(sentBy(a));
  assert.equal(isBehind(b, new Map([['d', first.sent]])), false);
});

test('[BUS-24] what is listened to later counts from then on', () => {
  const { a, b, pass } = pair();
  pass();
  a.next('late');
  b.listen('late');
  assert.equal(isBehind(b, sentBy(a)), false);
  const counted = sentBy(a);
  a.next('late');
  b.catchUp(counted);
  assert.equal(isBehind(b, sentBy(a)), false, 'it was sent while somebody counted');
  b.catchUp(sentBy(a));
  a.next('late');
  assert.equal(isBehind(b, sentBy(a)), true);
  b.leave('late');
  assert.equal(isBehind(b, sentBy(a)), false);
});
