import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProtocol, type DeviceProfile, type OutgoingCommand } from '@rastro/protocols';
import { IMEI, sampleReport } from '../../test/support.ts';
import { gl200Device } from './gl200.ts';
import { gps103Device } from './gps103.ts';
import { gt06Device } from './gt06.ts';
import { h02Device } from './h02.ts';
import { jt808Device } from './jt808.ts';
import type { Controls, Conversation, DeviceLanguage } from './language.ts';
import { meitrackDevice } from './meitrack.ts';
import { ruptelaDevice } from './ruptela.ts';
import { suntechDevice } from './suntech.ts';
import { teltonikaDevice } from './teltonika.ts';
import { wialonDevice } from './wialon.ts';

const LANGUAGES: readonly DeviceLanguage[] = [
  gt06Device,
  suntechDevice,
  teltonikaDevice,
  h02Device,
  gl200Device,
  gps103Device,
  jt808Device,
  wialonDevice,
  meitrackDevice,
  ruptelaDevice,
];
/** A custom command in the syntax of each language. */
const CUSTOM: Readonly<Record<string, string>> = {
  gt06: 'STATUS#',
  suntech: 'ST300CMD;000010013;02;Reboot',
  teltonika: 'getver',
  h02: `*HQ,${IMEI},S71,123000,22,30#`,
  gl200: 'AT+GTRTO=,1,,,,,,FFFF$',
  gps103: 'B',
  jt808: 'STATUS',
  wialon: '#M#oi',
  meitrack: 'A10',
  ruptela: 'coords',
};
/** All parameters of any command. */
const PARAMETERS = {
  index: 1,
  frequency: 30,
  phone: '+5511999990000',
  message: 'oi',
  server: 'a.example',
  port: 5000,
};
/** Only a model that takes texts has them in jt808. */
const profile = (protocol: string): DeviceProfile => ({
  uniqueId: IMEI,
  model: protocol === 'jt808' ? 'BSJ' : null,
  timeZone: null,
  options: {},
});

/** A connection on which the device has spoken once, so that the server knows how it names itself. */
function connection(language: DeviceLanguage) {
  const protocol = findProtocol(language.protocol);
  assert.ok(protocol?.kind === 'stream');
  const conversation = language.converse(IMEI);
  const device = profile(language.protocol);
  let state = protocol.initialState();
  let engineCut: boolean | null = null;
  const decode = (bytes: Uint8Array) => {
    const decoded = protocol.decode(bytes, state, { device, now: 0, udp: false });
    assert.ok(decoded.ok, decoded.ok ? '' : JSON.stringify(decoded.error));
    ({ state } = decoded.value);
    return decoded.value;
  };
  const login = conversation.login();
  if (login) receiveAll(conversation, decode(login).reply);
  decode(conversation.pack([sampleReport()]).bytes);
  const controls: Controls = { report: sampleReport(), cutEngine: (cut) => (engineCut = cut) };
  const order = (command: OutgoingCommand) => {
    const encoded = protocol.encode(command, device, state);
    assert.ok(encoded.ok, `${command.type}: ${encoded.ok ? '' : JSON.stringify(encoded.error)}`);
    const messages = conversation.receive(encoded.value);
    assert.deepEqual(
      messages.map(({ kind }) => kind),
      ['command'],
      command.type,
    );
    const [one] = messages;
    assert.ok(one?.kind === 'command');
    const answer = one.answer(language.obey(one.text, controls), sampleReport());
    const frames = answer.length === 0 ? [] : protocol.createFramer().push(answer);
    return frames.flatMap((frame) => (frame.ok ? decode(frame.value).records : []));
  };
  return { protocol, order, cut: () => engineCut };
}

function receiveAll(conversation: Conversation, bytes: Uint8Array | null): void {
  assert.ok(bytes);
  assert.deepEqual(conversation.receive(bytes), [{ kind: 'accepted' }]);
}

for (const language of LANGUAGES) {
  test(`[SIM-22] ${language.protocol}: understands every command that the server can write`, () => {
    const { protocol, order } = connection(language);
    for (const type of protocol.commands) {
      const data = type === 'custom' ? (CUSTOM[language.protocol] ?? '') : '1';
      order({ type, attributes: { ...PARAMETERS, data } });
    }
  });

  test(`[SIM-22] ${language.protocol}: cuts the engine and lets it run again`, () => {
    const { protocol, order, cut } = connection(language);
    const stops = protocol.commands.includes('engineStop');
    const command = (on: boolean): OutgoingCommand =>
      stops
        ? { type: on ? 'engineStop' : 'engineResume', attributes: {} }
        : { type: 'outputControl', attributes: { index: 1, data: on ? '1' : '0' } };
    order(command(true));
    assert.equal(cut(), true);
    order(command(false));
    assert.equal(cut(), false);
  });
}

test('[SIM-22] a position that was asked for is answered with one', () => {
  for (const language of [suntechDevice, h02Device, gl200Device, gps103Device, jt808Device, meitrackDevice]) {
    const { order } = connection(language);
    const type = language === h02Device ? 'engineResume' : 'positionSingle';
    const records = order({ type, attributes: {} });
    assert.ok(
      records.some(({ fix }) => fix !== null),
      language.protocol,
    );
  }
});

test('[SIM-22] a command for another unit is not obeyed', () => {
  const received = (language: DeviceLanguage, text: string) =>
    language.converse(IMEI).receive(new TextEncoder().encode(text));
  assert.deepEqual(received(suntechDevice, 'ST300CMD;999999999;02;Enable1\r'), []);
  assert.deepEqual(received(h02Device, '*HQ,861234560000099,S20,123000,1,1#'), []);
  assert.deepEqual(received(meitrackDevice, '@@A33,861234560000013,C01,0,12222*C5\r\n'), []);
});
