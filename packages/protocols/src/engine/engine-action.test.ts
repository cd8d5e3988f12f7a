import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profile, toHex } from '../../test/support.ts';
import { PROTOCOLS } from '../catalogue.ts';
import { rightOfCommand } from './command-right.ts';
import { engineActionOf } from './engine-action.ts';

const actionOf = (data: string) => engineActionOf({ type: 'custom', attributes: { data } });

test('[RIGHT-6] custom texts that cut or free an engine are told apart, in every protocol that has them', () => {
  const pairs: readonly (readonly [lock: string, unlock: string])[] = [
    ['Relay,1#', 'RELAY,0#'],
    ['DYD,123456#', 'HFYD,123456#'],
    ['ST300CMD;907000001;02;Enable1', 'ST300CMD;907000001;02;Disable1'],
    ['CMD;0907000001;04;01', 'CMD;0907000001;04;02'],
    ['*HQ,{uniqueId},S20,130305,1,1#', '*HQ,{uniqueId},S20,130305,1,0#'],
    ['AT+GTOUT=gv300,1,,,0,0,0,0,0,0,0,,,,,,,FFFF$', 'AT+GTOUT=gv300,0,,,0,0,0,0,0,0,0,,,,,,,FFFF$'],
    ['J', 'K'],
    ['setdigout 1', 'setdigout 0'],
    ['login pass setdigout ?1', 'login pass setdigout ?0'],
    ['C01,0,12222', 'C01,0,02222'],
    ['L1=1', 'L1=0'],
    ['pass immobilizer 10', 'pass resetimmob'],
  ];
  for (const [lock, unlock] of pairs) {
    assert.equal(actionOf(lock), 'lock', lock);
    assert.equal(actionOf(unlock), 'unlock', unlock);
    assert.equal(actionOf(Buffer.from(lock).toString('hex')), 'lock', `${lock} in hexadecimal`);
    assert.equal(actionOf(`getver\\r\\n${lock}`), 'lock', 'behind another one');
  }
  assert.equal(actionOf('7e81050001013800138000000af07f7e'), 'lock');
  for (const harmless of ['getver', 'STATUS#', 'TIMER,60,60#', 'C02,0,1,Hi', 'VER?', 'jump', '']) {
    assert.equal(actionOf(harmless), null, harmless);
  }
});

test('[RIGHT-6] so is the output that usually cuts the engine; the right follows', () => {
  assert.equal(rightOfCommand('outputControl', { index: 1, data: '1' }), 'devices.lock');
  assert.equal(rightOfCommand('outputControl', { data: true }), 'devices.lock');
  assert.equal(rightOfCommand('outputControl', { index: '1', data: 0 }), 'devices.unlock');
  assert.equal(rightOfCommand('outputControl', { index: 2, data: '1' }), 'devices.sendCommand');
  assert.equal(rightOfCommand('custom', { data: 'Relay,1#' }), 'devices.lock');
  assert.equal(rightOfCommand('custom', { data: 'STATUS#' }), 'devices.sendCommand');
  assert.equal(rightOfCommand('engineStop'), 'devices.lock');
  assert.equal(rightOfCommand('anchorDisable'), 'devices.unlock');
});

test('[RIGHT-7] engine commands of every protocol are recognized when somebody sends their bytes or text as a custom command', () => {
  let engines = 0;
  for (const protocol of PROTOCOLS) {
    if (protocol.kind !== 'stream' || !protocol.commands.includes('engineStop')) continue;
    engines++;
    for (const [type, action] of [
      ['engineStop', 'lock'],
      ['engineResume', 'unlock'],
    ] as const) {
      const encoded = protocol.encode({ type, attributes: {} }, profile({}), null);
      assert.ok(encoded.ok, `${protocol.name} ${type}`);
      assert.equal(actionOf(toHex(encoded.value) ?? ''), action, `${protocol.name} ${type} as bytes`);
      const text = Buffer.from(encoded.value).toString('latin1');
      if (/^[\x20-\x7e\r\n]+$/.test(text))
        assert.equal(actionOf(text.trim()), action, `${protocol.name} ${type} as text`);
    }
  }
  assert.ok(engines >= 8);
});
