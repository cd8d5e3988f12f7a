import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attributes } from '@rastro/fleet';
import { profile } from '../test/support.ts';
import { PROTOCOLS } from './catalogue.ts';
import type { DeviceProfile, Protocol } from './protocol.ts';

/** Parameters as all typed commands know them, each with something that every protocol takes. */
const SOUND: Readonly<Record<string, string | number>> = {
  server: 'fleet.example.com',
  port: 5027,
  phone: '5511900000000',
  message: 'hello',
  devicePassword: '1234',
  data: '1',
  index: 1,
  frequency: 60,
};
const TEXTS = ['server', 'phone', 'message', 'devicePassword', 'data'];
/** Characters that end a field or a command in one of the protocols. */
const INJECTIONS: Readonly<Record<string, string>> = {
  gt06: ',#;',
  gl200: ',=$',
  wialon: '#;:=',
  meitrack: ',*$',
  suntech: ';',
  h02: ',*#',
  gps103: ',;*',
  ruptela: ' ,',
};
/** Commands whose whole purpose is free text: they count as custom ones. */
const FREE = new Set(['custom', 'configuration']);

/** As hexadecimal; null = rejected. */
function encoded(protocol: Protocol, type: string, attributes: Attributes, device: Partial<DeviceProfile>) {
  const command = { type, attributes };
  const to = profile({ options: { 'gt06.alternative': true }, ...device });
  const result = protocol.kind === 'http' ? protocol.encode(command, to) : protocol.encode(command, to, null);
  return result.ok ? Buffer.from(result.value).toString('hex') : null;
}

for (const protocol of PROTOCOLS) {
  test(`[CMD-37] ${protocol.name}: no field of a typed command carries another field or command`, () => {
    const signs = ['\r', '\n', '\0', ...Array.from(INJECTIONS[protocol.name] ?? '')];
    for (const type of protocol.commands.filter((each) => !FREE.has(each))) {
      const plain = encoded(protocol, type, SOUND, {});
      assert.ok(plain, `${type} with sound parameters`);
      for (const parameter of TEXTS) {
        for (const sign of signs) {
          const attributes = { ...SOUND, [parameter]: `1${sign}Relay` };
          const written = encoded(protocol, type, attributes, {});
          // Written means that the command has no such parameter, or reads it as on or off.
          const isCarried = written !== null && Buffer.from(written, 'hex').includes(`${sign}Relay`);
          assert.ok(!isCarried, `${type} carries ${JSON.stringify(sign)} in ${parameter}`);
        }
      }
    }
  });

  test(`[CMD-37] ${protocol.name}: nor does the password or the identifier of the device`, () => {
    for (const type of protocol.commands.filter((each) => !FREE.has(each))) {
      for (const sign of ['\r\n', ...Array.from(INJECTIONS[protocol.name] ?? '')]) {
        const options = { 'gt06.alternative': true, devicePassword: `1${sign}Relay` };
        const { devicePassword: _none, ...attributes } = SOUND;
        for (const device of [{ options }, { uniqueId: `1${sign}Relay` }]) {
          const written = encoded(protocol, type, attributes, device);
          const isCarried = written !== null && Buffer.from(written, 'hex').includes(`${sign}Relay`);
          assert.ok(!isCarried, `${type} carries ${JSON.stringify(sign)}`);
        }
      }
    }
  });
}
