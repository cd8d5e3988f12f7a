import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { binaryHeader, extension, sealed } from '../../../test/proxy-bytes.ts';
import { crc32c } from './crc32c.ts';
import { MAX_PROXY_HEADER_BYTES, readProxyHeader, type ProxyHeaderResult } from './proxy-header.ts';
import { ProxyHeaderReader } from './proxy-header-reader.ts';

const line = (text: string): Buffer => Buffer.from(`${text}\r\n`, 'latin1');
const read = (bytes: Uint8Array): ProxyHeaderResult => readProxyHeader(bytes, 'stream');
/** Address and port of a header that is read; else the error. */
function senderOf(bytes: Uint8Array, transport: 'stream' | 'datagram' = 'stream'): unknown {
  const result = readProxyHeader(bytes, transport);
  return result.ok ? result.value?.from : result.error;
}

describe('version 1', () => {
  test('[PROXYP-1] a line gives the address behind the balancer, in its shortest form', () => {
    const text = 'PROXY TCP4 203.0.113.9 192.0.2.1 50123 5027';
    assert.deepEqual(read(Buffer.concat([line(text), Buffer.from('device')])), {
      ok: true,
      value: { length: text.length + 2, from: { address: '203.0.113.9', port: 50_123 }, isLocal: false },
    });
    assert.deepEqual(senderOf(line('PROXY TCP6 2001:DB8:0:0::1 ::1 65535 0')), {
      address: '2001:db8::1',
      port: 65_535,
    });
    assert.deepEqual(senderOf(line('PROXY TCP6 ::ffff:203.0.113.9 ::1 1 2')), {
      address: '203.0.113.9',
      port: 1,
    });
    for (const unknown of [
      'PROXY UNKNOWN',
      'PROXY UNKNOWN ffff:: whatever 1 2',
      `PROXY UNKNOWN ${'x'.repeat(91)}`,
    ])
      assert.equal(senderOf(line(unknown)), null, unknown);
  });

  test('[PROXYP-2] a line that is not exactly as it must be is rejected', () => {
    for (const text of [
      'PROXY TCP4',
      'PROXY TCP4 203.0.113.9 192.0.2.1 50123',
      'PROXY TCP4 203.0.113.9 192.0.2.1 50123 5027 ',
      'PROXY  TCP4 203.0.113.9 192.0.2.1 50123 5027',
      'PROXY TCP4 203.0.113.9 192.0.2.1 65536 5027',
      'PROXY TCP4 203.0.113.9 192.0.2.1 01 5027',
      'PROXY TCP4 203.0.113.9 192.0.2.1 -1 5027',
      'PROXY TCP4 203.0.113.09 192.0.2.1 1 5027',
      'PROXY TCP4 ::1 ::1 1 2',
      'PROXY TCP6 203.0.113.9 192.0.2.1 1 2',
      'PROXY TCP6 fe80::1%eth0 ::1 1 2',
      'PROXY UDP4 203.0.113.9 192.0.2.1 1 2',
      'PROXY constructor 203.0.113.9 192.0.2.1 1 2',
      'PROXY UNKNOWNS',
    ])
      assert.equal(senderOf(line(text)), 'malformed', text);
    assert.equal(senderOf(Buffer.from('PROXY UNKNOWN\n')), 'malformed');
    assert.equal(senderOf(Buffer.from(`PROXY UNKNOWN ${'x'.repeat(92)}\r\n`)), 'too long');
    assert.deepEqual(read(Buffer.from(`PROXY UNKNOWN ${'x'.repeat(92)}`)), { ok: true, value: null });
    for (const text of ['proxy TCP4', 'PROXYTCP4', 'X', '\r\n\r\nX', '\0\x0f352093080000001'])
      assert.equal(senderOf(Buffer.from(text, 'latin1')), 'absent', text);
  });
});

describe('version 2', () => {
  const v4 = { source: '203.0.113.9', port: 50_123 };

  test('[PROXYP-1] bytes give the address behind the balancer; extensions are passed over', () => {
    const plain = binaryHeader(v4);
    assert.deepEqual(read(Buffer.concat([plain, Buffer.from('device')])), {
      ok: true,
      value: { length: 28, from: { address: '203.0.113.9', port: 50_123 }, isLocal: false },
    });
    assert.deepEqual(senderOf(binaryHeader({ source: '2001:db8::1', port: 1 })), {
      address: '2001:db8::1',
      port: 1,
    });
    assert.deepEqual(senderOf(binaryHeader({ source: '::ffff:203.0.113.9', port: 1 })), {
      address: '203.0.113.9',
      port: 1,
    });
    const extended = binaryHeader(v4, [
      extension(0x04, Buffer.alloc(7)),
      extension(0xea, Buffer.from('vpce-1')),
    ]);
    assert.deepEqual(senderOf(extended), { address: '203.0.113.9', port: 50_123 });
    assert.equal(senderOf(binaryHeader({ family: 0x00 })), null);
    assert.deepEqual(senderOf(binaryHeader({ ...v4, family: 0x12 }), 'datagram'), {
      address: '203.0.113.9',
      port: 50_123,
    });
    assert.deepEqual(read(binaryHeader({ command: 0x20, family: 0x00 }, [Buffer.from('of the balancer')])), {
      ok: true,
      value: { length: 31, from: null, isLocal: true },
    });
  });

  test('[PROXYP-2] other versions, families, lengths and commands are rejected', () => {
    assert.equal(senderOf(binaryHeader({ ...v4, command: 0x11 })), 'version');
    assert.equal(senderOf(binaryHeader({ ...v4, command: 0x22 })), 'malformed');
    for (const family of [0x31, 0x32, 0x41, 0x10, 0x12, 0x01])
      assert.equal(senderOf(binaryHeader({ ...v4, family })), 'family', String(family));
    assert.equal(senderOf(binaryHeader(v4), 'datagram'), 'family');
    assert.equal(senderOf(line('PROXY UNKNOWN'), 'datagram'), 'absent');
    const short = binaryHeader(v4);
    short.writeUInt16BE(11, 14);
    assert.equal(senderOf(short), 'malformed');
    const cut = [Buffer.from([0x04]), Buffer.from([0x04, 0, 9, 1])];
    for (const broken of cut) assert.equal(senderOf(binaryHeader(v4, [broken])), 'malformed');
    const long = binaryHeader(v4).subarray(0, 16);
    long.writeUInt16BE(MAX_PROXY_HEADER_BYTES - 15, 14);
    assert.equal(senderOf(long), 'too long');
  });

  test('[PROXYP-3] a checksum that is there must be right', () => {
    assert.equal(crc32c(Buffer.from('123456789')), 0xe3_06_92_83);
    const right = sealed(v4, [extension(0x04, Buffer.alloc(3))]);
    assert.deepEqual(senderOf(right), { address: '203.0.113.9', port: 50_123 });
    const wrong = Buffer.from(right);
    wrong[16] = 204;
    assert.equal(senderOf(wrong), 'checksum');
    assert.equal(senderOf(binaryHeader(v4, [extension(0x03, Buffer.alloc(3))])), 'malformed');
  });
});

/** Headers of all kinds, some of them damaged, bytes of devices behind them, and just bytes. */
const arbitraryBytes = (): fc.Arbitrary<Uint8Array> => {
  const good = fc.constantFrom(
    line('PROXY TCP4 203.0.113.9 192.0.2.1 50123 5027'),
    line('PROXY TCP6 2001:db8::1 ::1 65535 0'),
    line('PROXY UNKNOWN whatever'),
    binaryHeader({ source: '203.0.113.9', port: 1 }),
    binaryHeader({ source: '2001:db8::1', port: 1 }, [extension(0x04, Buffer.alloc(9))]),
    binaryHeader({ command: 0x20, family: 0x00 }),
    sealed({ source: '203.0.113.9', port: 1 }, []),
  );
  const damaged = fc
    .tuple(good, fc.nat(), fc.integer({ min: 0, max: 255 }))
    .map(([bytes, at, byte]) =>
      Uint8Array.from(bytes).fill(byte, at % bytes.length, (at % bytes.length) + 1),
    );
  const tail = fc.uint8Array({ maxLength: 40 });
  const followed = fc.tuple(fc.oneof(good, damaged), tail).map((parts) => Buffer.concat(parts));
  const long = fc.nat(4000).map((size) => Buffer.concat([Buffer.from('PROXY '), Buffer.alloc(size, 0x20)]));
  return fc.oneof(followed, tail, long, fc.uint8Array({ maxLength: 3000 }));
};
/** Outcome of the bytes, pushed in segments: error, or header and the bytes behind it. */
function outcomeOf(segments: readonly Uint8Array[]): unknown {
  const reader = new ProxyHeaderReader();
  for (const [at, segment] of segments.entries()) {
    const read = reader.push(segment);
    assert.ok(reader.heldBytes < MAX_PROXY_HEADER_BYTES);
    if (!read.ok) return read.error;
    if (!read.value) continue;
    const { header, rest } = read.value;
    return { header, rest: Buffer.concat([rest, ...segments.slice(at + 1)]).toString('hex') };
  }
  return 'more';
}

test('[PROXYP-4] any bytes in any segments give the same, never throw, and are held up to the longest header', () => {
  fc.assert(
    fc.property(arbitraryBytes(), fc.array(fc.nat(), { maxLength: 12 }), (bytes, cuts) => {
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
        (a, b) => a - b,
      );
      const segments = places.slice(1).map((place, at) => bytes.subarray(places[at], place));
      const whole = outcomeOf([bytes]);
      assert.deepEqual(outcomeOf(segments), whole);
      assert.deepEqual(outcomeOf(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))), whole);
      readProxyHeader(bytes, 'datagram');
    }),
    { numRuns: 400 },
  );
});
