import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profile, toHex } from '../../test/support.ts';
import { teltonika } from './index.ts';

function encoded(type: string, attributes: Record<string, string> = {}): string | null {
  const result = teltonika.encode({ type, attributes }, profile(), null);
  return result.ok ? toHex(result.value) : result.error.code;
}

test('[CMD-1] teltonika: cuts the engine with the first output', () => {
  assert.equal(encoded('engineStop'), '00000000000000130c01050000000b7365746469676f7574203101000087a2');
  assert.match(encoded('engineResume') ?? '', /7365746469676f75742030/);
});

test('[CMD-1] teltonika: sends a custom text as given, whole hexadecimal bytes as those', () => {
  assert.match(encoded('custom', { data: 'getver' }) ?? '', /0c010500000006676574766572/);
  assert.match(encoded('custom', { data: '01fF' }) ?? '', /0c01050000000201ff01/);
  assert.match(encoded('custom', { data: '01f' }) ?? '', /0c0105000000033031660/);
});

test('[CMD-2] teltonika: refuses what it cannot send', () => {
  assert.equal(encoded('custom'), 'BAD_PARAMETER');
  assert.equal(encoded('custom', { data: 'ção' }), 'BAD_PARAMETER');
  assert.equal(encoded('videoStart'), 'UNSUPPORTED_COMMAND');
  for (const type of teltonika.commands)
    assert.doesNotMatch(encoded(type, { data: 'x' }) ?? '', /UNSUPPORTED/);
});
