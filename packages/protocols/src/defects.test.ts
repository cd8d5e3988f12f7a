import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutReference } from '../../../tools/reference.ts';
import { DEFECTS, differences, OWN_DEFECTS, type Defect } from '../test/defects.ts';
import { context, payloadOf } from '../test/support.ts';
import { boundRecord } from './bound-record.ts';
import { findProtocol } from './catalogue.ts';
import type { DeviceRecord } from './protocol.ts';

/**
 * Where we differ from what is expected, by number of the frame, with reasons in docs/decisions/device-languages.md.
 * A plus is an attribute that the frame carries and the expectation leaves out.
 */
const ANSWERED: Readonly<Record<number, string>> = {
  1: 'altitude network status ignition batteryLevel rssi +alarm',
  4: 'eventData',
  8: 'network status batteryLevel rssi geofence +alarm',
  9: 'status ignition charge batteryLevel rssi geofence +alarm',
  11: 'eventData',
  12: 'eventData',
  19: 'serial +hours +battery',
  20: '+hours +battery',
  21: '+hours +battery +archive',
  22: '+hours +battery',
  24: '+hours +battery',
  25: '+hours +battery',
  26: '+hours +battery +archive',
  28: '+odometer',
  32: '+power +odometer',
  34: '+odometer +input +in1 +in2 +output +out1 +out2',
  38: 'deviceTime',
  40: '+hdop',
  41: '+batteryLevel +input +in1 +in2 +output +out1 +out2 +rpm',
  42: 'deviceTime',
  43: 'deviceTime',
  45: '+odometer',
  50: 'temp1',
  51: 'network hdop',
  55: '+intakePressure',
  59: 'cover',
  61: 'odometer battery rssi',
};

function recordsOf({ protocol: name, payload, kind, model, config, udp }: Defect): readonly DeviceRecord[] {
  const protocol = findProtocol(name);
  assert.ok(protocol?.kind === 'stream');
  const frame = payloadOf({ kind, payload });
  const decoded = protocol.decode(frame, protocol.initialState(), context({ model, options: config }, udp));
  assert.ok(decoded.ok, decoded.ok ? '' : JSON.stringify(decoded.error));
  return decoded.value.records.map((record) => boundRecord(record)).filter((record) => record !== null);
}

/** Names of differences from the expected record of a frame. */
function differencesOf(defect: Defect): string {
  const records = recordsOf(defect);
  assert.equal(records.length, defect.expectedCount);
  return defect.expected
    .flatMap((wanted, at) => {
      const record = records[at];
      assert.ok(record);
      return differences(record, wanted);
    })
    .join(' ');
}

for (const defect of OWN_DEFECTS)
  test(`[SAMPLE-2] ${defect.protocol}: ${defect.wrong}`, () => assert.equal(differencesOf(defect), ''));

describe('frames of real devices that were read wrongly', { skip: withoutReference }, () => {
  for (const [number, defect] of DEFECTS.entries())
    test(`[SAMPLE-2] ${defect.protocol} no. ${number}: ${defect.wrong}`, () =>
      assert.equal(differencesOf(defect), ANSWERED[number] ?? ''));
});
