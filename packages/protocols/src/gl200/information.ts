import { decimalOf, hexNumberOf, wholeOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';
import type { Report } from './report.ts';
import { metres, volts } from './vehicle-fields.ts';

/** Ignition and motion of a device state; null = the state does not say. */
const STATES: Readonly<Record<string, readonly [ignition: boolean | null, motion: boolean]>> = {
  '11': [false, false],
  '12': [false, true],
  '16': [false, true],
  '1A': [false, true],
  '21': [true, false],
  '22': [true, true],
  '41': [null, false],
  '42': [null, true],
};
/** A longer protocol version belongs to the GT300, which means something else by INF. */
const LONGEST_VERSION = 10;

/** INF: state, SIM, signal and supplies; no location. */
export function readInformation(pendingRecord: PendingRecord, report: Report): boolean {
  let at = report.nameAt + 1;
  if (report.at(1).length > LONGEST_VERSION || report.at(at).length > 2) return false;
  const state = STATES[report.at(at).toUpperCase()];
  if (state) {
    pendingRecord.set('ignition', state[0]);
    pendingRecord.set('motion', state[1]);
  }
  pendingRecord.set('iccid', report.at(at + 1));
  pendingRecord.set('rssi', wholeOf(report.at(at + 2)));
  at += 5; // state, SIM, signal, its quality, kind of supply
  if (isMac(report.at(at))) {
    pendingRecord.set('deviceTemp', decimalOf(report.at(at + 1)));
    pendingRecord.set('humidity', decimalOf(report.at(at + 2)));
    at += 3;
  }
  const supply = report.at(at++);
  if (supply.includes('.')) pendingRecord.set('odometer', metres(decimalOf(supply)));
  else pendingRecord.set('power', volts(wholeOf(supply)));
  at = readPower2(pendingRecord, report, at);
  pendingRecord.set('battery', decimalOf(report.at(at++)));
  if (report.at(at) !== '' && report.at(at + 1) === '1') pendingRecord.set('charge', true);
  if (report.model === 'GV310LAU') {
    for (let input = 1; input <= 3; input++)
      pendingRecord.set(`adc${input}`, decimalOf(report.at(at + 6 + input)));
  }
  return true;
}

function readPower2(pendingRecord: PendingRecord, report: Report, at: number): number {
  if (report.model === 'GV500VC') return at;
  if (report.model !== 'GV350M' && report.model !== 'GV310LAU')
    pendingRecord.set('power2', volts(wholeOf(report.at(at))));
  return at + 1;
}

const isMac = (text: string): boolean => text.length === 12 && hexNumberOf(text) !== null;
