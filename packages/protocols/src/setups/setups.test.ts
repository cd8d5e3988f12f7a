import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROTOCOLS } from '../catalogue.ts';
import {
  isFit,
  traccarClientLink,
  TRACKER_SETUPS,
  USUAL_PORTS,
  writeSetup,
  type SetupValues,
} from './index.ts';

const VALUES: SetupValues = {
  host: 'track.example.com',
  port: 5023,
  apn: 'zap.vivo.com.br',
  user: 'vivo',
  secret: 'pass',
  password: '0000',
  uniqueId: '356307042441013',
};
const textsOf = (id: string, values: Partial<SetupValues> = {}): readonly string[] => {
  const setup = TRACKER_SETUPS.find((each) => each.id === id);
  assert.ok(setup);
  return writeSetup(setup, { ...VALUES, password: setup.password ?? '', ...values }).map(({ text }) => text);
};

test('[SETUP-600] every family has a protocol of the catalogue, with its usual port, and names of its own', () => {
  const spoken = new Set(TRACKER_SETUPS.map(({ protocol }) => protocol));
  assert.deepEqual(new Set(Object.keys(USUAL_PORTS)), spoken);
  for (const [name, port] of Object.entries(USUAL_PORTS)) {
    assert.equal(PROTOCOLS.find((each) => each.name === name)?.defaultPort, port, name);
  }
  const ids = TRACKER_SETUPS.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const names = TRACKER_SETUPS.flatMap(({ models }) => models);
  assert.equal(new Set(names).size, names.length);
  for (const { protocol, transport } of TRACKER_SETUPS) {
    const codec = PROTOCOLS.find(({ name }) => name === protocol);
    assert.ok(codec, protocol);
    const spoken = codec.kind === 'http' ? ['http'] : codec.transports;
    assert.ok(
      spoken.some((each) => each === transport.toLowerCase()),
      protocol,
    );
  }
});

test('[SETUP-601] messages are as the manuals have them', () => {
  assert.deepEqual(textsOf('teltonika-fm'), [
    '  setparam 2001:zap.vivo.com.br;2002:vivo;2003:pass;2004:track.example.com;2005:5023;2006:0',
    '  getinfo',
  ]);
  assert.deepEqual(textsOf('suntech-st3'), [
    'ST300NTW;042441013;02;1;zap.vivo.com.br;vivo;pass;track.example.com;5023;;;;',
    'ST300CMD;042441013;02;Preset',
  ]);
  assert.deepEqual(textsOf('suntech-st4', { uniqueId: '0850000001' }), [
    'PRG;0850000001;10;01#zap.vivo.com.br;02#vivo;03#pass',
    'PRG;0850000001;10;05#track.example.com;06#5023',
  ]);
  assert.deepEqual(textsOf('concox'), [
    'APN,zap.vivo.com.br,vivo,pass#',
    'SERVER,1,track.example.com,5023,0#',
    'TIMER,30,300#',
    'STATUS#',
  ]);
  assert.deepEqual(textsOf('coban'), [
    'apn123456 zap.vivo.com.br',
    'up123456 vivo pass',
    'adminip123456 track.example.com 5023',
    'gprs123456',
    'fix030s***n123456',
    'check123456',
  ]);
  assert.deepEqual(textsOf('sinotrack'), [
    '8030000 zap.vivo.com.br vivo pass',
    '8040000 track.example.com 5023',
    '8050000 30',
    'RCONF',
  ]);
  assert.deepEqual(textsOf('queclink-gl300'), [
    'AT+GTBSI=gl300,zap.vivo.com.br,vivo,pass,,,,,0001$',
    'AT+GTSRI=gl300,3,,1,track.example.com,5023,0.0.0.0,0,,15,0,0,0,,,0002$',
  ]);
  assert.deepEqual(textsOf('meitrack'), [
    '0000,A21,1,track.example.com,5023,zap.vivo.com.br,vivo,pass',
    '0000,A12,3',
  ]);
  assert.deepEqual(textsOf('ruptela-fm'), [
    ' setconnection zap.vivo.com.br,vivo,pass,TCP,track.example.com,5023',
    ' getapn',
  ]);
});

test('[SETUP-602] without a user of the APN nothing is said of one; an address is told apart from a name', () => {
  assert.deepEqual(textsOf('concox', { user: '', secret: '', host: '203.0.113.7' }).slice(0, 2), [
    'APN,zap.vivo.com.br#',
    'SERVER,0,203.0.113.7,5023,0#',
  ]);
  assert.equal(textsOf('sinotrack', { user: '', secret: '' })[0], '8030000 zap.vivo.com.br');
  assert.equal(textsOf('coban', { user: '', secret: '' })[1], 'adminip123456 track.example.com 5023');
  assert.match(textsOf('suntech-st3', { user: '', secret: '' })[0] ?? '', /;02;0;zap\.vivo\.com\.br;;;track/);
});

test('[SETUP-603] what would end a field or begin another command stands in no message; each fits one SMS', () => {
  for (const bad of ['a b', 'a,b', 'a;b', 'a#', 'a:b', 'a$', 'ação', 'a\nb']) {
    assert.equal(isFit(bad), false, bad);
    for (const { id } of TRACKER_SETUPS) assert.throws(() => textsOf(id, { apn: bad }), RangeError);
  }
  for (const { id } of TRACKER_SETUPS) for (const text of textsOf(id)) assert.ok(text.length <= 160, text);
});

test('[SETUP-604] the link for the Traccar Client carries address, identifier and interval', () => {
  const link = traccarClientLink({ host: 'track.example.com', port: 5055, uniqueId: 'Van 3' });
  assert.equal(link, 'http://track.example.com:5055/?id=Van+3&interval=60');
});
