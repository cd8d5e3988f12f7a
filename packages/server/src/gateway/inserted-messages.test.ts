import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '@rastro/simulator';
import { InsertedMessages } from './inserted-messages.ts';

const HEAD = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n';
const random = randomFrom(7);
const MORE = 0;
const TEXT = 1;
const PING = 9;

function frame(opcode: number, content: Buffer, isLast = true): Buffer {
  const { length } = content;
  const head = Buffer.alloc(length < 126 ? 2 : length <= 0xffff ? 4 : 10);
  head[0] = (isLast ? 0x80 : 0) | opcode;
  head[1] = length < 126 ? length : length <= 0xffff ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, content]);
}
const text = (content: string): Buffer => frame(TEXT, Buffer.from(content));

/** Messages in these bytes, put together as a browser does. */
function messagesIn(bytes: Buffer): readonly string[] {
  const found: string[] = [];
  let begun = '';
  for (let at = bytes.indexOf('\r\n\r\n') + 4; at < bytes.length;) {
    const [first = 0, short = 0] = bytes.subarray(at);
    const size = short < 126 ? 2 : short === 126 ? 4 : 10;
    const long = size === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    const length = size === 2 ? short : long;
    const content = bytes.toString('utf8', at + size, at + size + length);
    at += size + length;
    if ((first & 0x0f) === PING) continue;
    assert.equal((first & 0x0f) === MORE, begun !== '', 'a message within another');
    begun += content;
    if ((first & 0x80) === 0) continue;
    found.push(begun);
    begun = '';
  }
  return found;
}

test('[LIVENEWS-1] a message of ours comes between those of the server, wherever its bytes are cut', async () => {
  const long = 'x'.repeat(70_000);
  const middle = 'y'.repeat(300);
  const sent = Buffer.concat([
    Buffer.from(HEAD),
    text('first'),
    frame(TEXT, Buffer.from('in two '), false),
    frame(PING, Buffer.from('there?')),
    frame(MORE, Buffer.from('parts')),
    text(middle),
    text(long),
    text('last'),
  ]);
  const theirs = ['first', 'in two parts', middle, long, 'last'];
  for (let round = 0; round < 300; round++) {
    const messages = new InsertedMessages();
    const out: Buffer[] = [];
    messages.on('data', (chunk: Buffer) => out.push(chunk));
    const ours: string[] = [];
    for (let at = 0; at < sent.length;) {
      const size = round === 0 ? sent.length : 1 + Math.floor(random.next() * (at < 1000 ? 40 : 40_000));
      if (round > 0 && ours.length < 20 && random.next() < 0.3) {
        ours.push(`ours ${ours.length}`);
        messages.insert(ours.at(-1) ?? '');
      }
      messages.write(sent.subarray(at, at + size));
      at += size;
    }
    ours.push('z'.repeat(round === 1 ? 70_000 : 200));
    messages.insert(ours.at(-1) ?? '');
    messages.end();
    await new Promise((resolve) => messages.once('end', resolve));
    const found = messagesIn(Buffer.concat(out));
    assert.deepEqual(
      found.filter((each) => theirs.includes(each)),
      theirs,
    );
    assert.deepEqual(
      found.filter((each) => !theirs.includes(each)),
      ours,
    );
  }
});

test('[LIVENEWS-1] an answer that opens no socket gets none', async () => {
  const messages = new InsertedMessages();
  const out: Buffer[] = [];
  messages.on('data', (chunk: Buffer) => out.push(chunk));
  messages.insert('early');
  const answer = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno';
  messages.write(Buffer.from(answer));
  messages.insert('late');
  messages.end();
  await new Promise((resolve) => messages.once('end', resolve));
  assert.equal(Buffer.concat(out).toString(), answer);
});

test('[LIVENEWS-2] a browser that reads nothing more is let go', async () => {
  const messages = new InsertedMessages();
  messages.write(Buffer.from(HEAD));
  for (let at = 0; at < 100 && !messages.destroyed; at++) messages.insert('x'.repeat(50_000));
  assert.ok(messages.destroyed);
});
