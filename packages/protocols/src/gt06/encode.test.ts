import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profile, toHex } from '../../test/support.ts';
import type { DeviceProfile } from '../protocol.ts';
import { gt06 } from './index.ts';

function encoded(
  type: string,
  attributes: Record<string, string | number> = {},
  device: Partial<DeviceProfile> = {},
): string | null {
  const result = gt06.encode({ type, attributes }, profile(device), null);
  return result.ok ? toHex(result.value) : result.error.code;
}

/** The text inside the frame. */
function text(
  type: string,
  attributes: Record<string, string | number> = {},
  device: Partial<DeviceProfile> = {},
): string {
  const bytes = Buffer.from(encoded(type, attributes, device) ?? '', 'hex');
  return bytes.subarray(9, 5 + (bytes[4] ?? 0)).toString('latin1');
}

test('[CMD-1] gt06: writes the engine commands of the reference byte for byte', () => {
  assert.equal(encoded('engineStop'), '787812800c0000000052656c61792c312300009dee0d0a');
  assert.equal(encoded('engineResume'), '787812800c0000000052656c61792c3023000081550d0a');
});

test('[CMD-3] gt06: words a command as the model and the settings of the device want', () => {
  const alternative = { 'gt06.alternative': true };
  assert.equal(text('engineStop', {}, { model: 'G109' }), 'DYD#');
  assert.equal(text('engineStop', {}, { options: alternative }), 'DYD,123456#');
  assert.equal(text('engineResume', { devicePassword: '000000' }, { options: alternative }), 'HFYD,000000#');
  const withLanguage = encoded('custom', { data: 'STATUS#' }, { options: { 'gt06.language': true } });
  assert.match(withLanguage ?? '', /^787813800b000000005354415455532300020000/);
});

test('[PROTO-4] gt06: an option entered as text counts', () => {
  assert.equal(text('engineStop', {}, { options: { 'gt06.alternative': 'true' } }), 'DYD,123456#');
  assert.equal(text('engineStop', {}, { options: { 'gt06.alternative': 'false' } }), 'Relay,1#');
});

test('[CMD-1] gt06: sends custom texts as given and the presets of its makers', () => {
  assert.equal(text('custom', { data: 'TIMER,10,300#' }), 'TIMER,10,300#');
  assert.equal(text('positionPeriodic', { frequency: 30 }), 'TIMER,30,30#');
  assert.equal(text('setConnection', { server: 'example.com', port: 5023 }), 'SERVER,1,example.com,5023,0#');
  assert.equal(text('rebootDevice'), 'RESET#');
});

test('[CMD-2] gt06: refuses what it cannot send', () => {
  assert.equal(encoded('custom'), 'BAD_PARAMETER');
  assert.equal(encoded('custom', { data: 'x'.repeat(241) }), 'BAD_PARAMETER');
  assert.equal(encoded('positionPeriodic', { frequency: 0 }), 'BAD_PARAMETER');
  assert.equal(encoded('setConnection', { server: 'a', port: 70_000 }), 'BAD_PARAMETER');
  assert.equal(encoded('sendSms'), 'UNSUPPORTED_COMMAND');
});
