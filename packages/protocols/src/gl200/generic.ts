import { hexNumberOf, wholeOf } from '../numbers.ts';
import type { DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { isCoordinate, isTower, setLocation, setTower } from './location.ts';
import type { Report } from './report.ts';

const ALARMS: Readonly<Record<string, string>> = {
  SOS: 'sos',
  SPD: 'overspeed',
  TOW: 'tow',
  IDL: 'idle',
  PNA: 'powerOn',
  PFA: 'powerOff',
  EPN: 'powerRestored',
  MPN: 'powerRestored',
  EPF: 'powerCut',
  MPF: 'powerCut',
  BPL: 'lowBattery',
  STT: 'movement',
  SWG: 'geofence',
  TMP: 'temperature',
  TEM: 'temperature',
  JDR: 'jamming',
  JDS: 'jamming',
};
const REPORT_TYPE = 5;
/** Fields of a location before its longitude. */
const BEFORE_LONGITUDE = 4;

/** Any message without a layout of its own, or that does not keep to it: fields are found by their shape. */
export function readGeneric(report: Report): readonly DeviceRecord[] {
  const pendingRecord = new PendingRecord();
  readReportType(pendingRecord, report);
  const longitudeAt = findPair(report);
  if (longitudeAt > 0) setLocation(pendingRecord, report, longitudeAt - BEFORE_LONGITUDE);
  readTower(pendingRecord, report, longitudeAt);
  if (pendingRecord.fix && /^\d{1,3}$/.test(report.at(report.end - 1))) {
    pendingRecord.set('batteryLevel', wholeOf(report.at(report.end - 1)));
  }
  pendingRecord.alarm(ALARMS[report.type] ?? null);
  if (pendingRecord.isEmpty) return [];
  pendingRecord.deviceTime = report.sendTime;
  pendingRecord.set('type', report.type);
  const record = pendingRecord.finish();
  return record ? [record] : [];
}

/** The sixth field, where it has one or two digits. */
function readReportType(pendingRecord: PendingRecord, report: Report): void {
  const text = report.at(REPORT_TYPE);
  const value = text.length <= 2 ? hexNumberOf(text) : null;
  if (value === null) return;
  const state = value & 15;
  switch (report.type) {
    case 'NMR':
      pendingRecord.set('motion', value === 1);
      break;
    case 'DIS':
      pendingRecord.set(`in${value >> 4}`, state === 1);
      break;
    case 'IGL':
      pendingRecord.set('ignition', state === 1);
      break;
    case 'HBM':
      pendingRecord.alarm(harshness(state));
      break;
    default:
  }
}

function harshness(state: number): string | null {
  if (state === 2) return 'hardCornering';
  if (state === 0 || state === 3) return 'hardBraking';
  return state === 1 || state === 4 ? 'hardAcceleration' : null;
}

/** Where the first two neighboring fields with six decimals are. */
function findPair(report: Report): number {
  for (let at = 3 + BEFORE_LONGITUDE; at < report.values.length - 1; at++) {
    if (isCoordinate(report.at(at)) && isCoordinate(report.at(at + 1))) return at;
  }
  return -1;
}

function readTower(pendingRecord: PendingRecord, report: Report, longitudeAt: number): void {
  for (let at = Math.max(3, longitudeAt + 2); at + 3 < report.values.length; at++) {
    if (isTower(report, at)) return setTower(pendingRecord, report, at);
  }
}
