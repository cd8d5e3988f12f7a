import { asciiOf } from '../ascii.ts';
import { decimalOf, hexNumberOf, hasBit, wholeOf } from '../numbers.ts';
import { macFromHex, type RecordDraft } from '../record-draft.ts';
import { findLocation, LOCATION_FIELDS, setLocation, setLocationTower } from './location.ts';
import type { Report } from './report.ts';
import { metres } from './vehicle-fields.ts';

type Read = (draft: RecordDraft, report: Report) => boolean;

/** The location wherever it stands behind the name. @returns Its first field, -1 without one. */
function locate(draft: RecordDraft, report: Report): number {
  const at = findLocation(report, report.nameAt + 1);
  if (at >= 0) setLocation(draft, report, at);
  return at;
}

export const readVersion: Read = (draft, report) => {
  const at = report.nameAt + 1;
  draft.set('deviceType', report.at(at));
  draft.set('versionFw', hexNumberOf(report.at(at + 1)));
  draft.set('versionHw', hexNumberOf(report.at(at + 2)));
  return true;
};

/** A switch: LSW is input 1, TSW input 2. */
export const readSwitch: Read = (draft, report) => {
  draft.set(report.type === 'LSW' ? 'in1' : 'in2', report.at(report.nameAt + 2) === '1');
  return locate(draft, report) >= 0;
};

export const readDriver: Read = (draft, report) => {
  const at = locate(draft, report);
  if (at < 0) return false;
  draft.set('driverUniqueId', report.at(report.nameAt + 2));
  draft.set('odometer', metres(decimalOf(report.at(at + LOCATION_FIELDS + 1))));
  return true;
};

const MOST_POINTS = 50;

export const readWifi: Read = (draft, report) => {
  const first = report.nameAt + 2;
  const count = Math.min(wholeOf(report.at(first - 1)) ?? 0, MOST_POINTS);
  // Address, signal and three or four empty fields, by firmware.
  let found = 0;
  for (let at = first; at < report.end && found < count; at++) {
    const mac = report.at(at);
    if (mac === '') continue;
    if (mac.length !== 12 || hexNumberOf(mac) === null) return false;
    draft.wifi(macFromHex(mac.toLowerCase()), decimalOf(report.at(++at)));
    found++;
  }
  draft.set('batteryLevel', wholeOf(report.at(report.end - 1)));
  return true;
};

const CELL_FIELDS = 6;

/** Groups of country, network, area, cell, signal and a reserved field; empty ones are skipped. */
function readCells(draft: RecordDraft, report: Report, from: number, groups: number): boolean {
  for (let at = from; at < from + groups * CELL_FIELDS; at += CELL_FIELDS) {
    if (report.at(at) === '') continue;
    const mcc = wholeOf(report.at(at));
    const mnc = wholeOf(report.at(at + 1));
    const lac = hexNumberOf(report.at(at + 2));
    const cellId = hexNumberOf(report.at(at + 3));
    if (mcc === null || mnc === null || lac === null || cellId === null) return false;
    draft.tower({ mcc, mnc, lac, cellId, signal: wholeOf(report.at(at + 4)) });
  }
  return true;
}

/** The name is missing here: the kind of fix stands in its place. */
export const readGsm: Read = (draft, report) => readCells(draft, report, 4, 6);

export const readLbs: Read = (draft, report) => {
  const at = report.nameAt + 1;
  draft.set('batteryLevel', wholeOf(report.at(at + 2)));
  return readCells(draft, report, at + 8, 7);
};

export const readPower: Read = (draft, report) => {
  draft.alarm(report.type === 'PNA' ? 'powerOn' : 'powerOff');
  // A unit that says why it starts knows the time; one that does not has just woken up.
  if (report.nameAt + 1 >= report.end) draft.deviceTime = null;
  return true;
};

export const readDriverWarning: Read = (draft, report) => {
  const type = wholeOf(report.at(report.nameAt + 1));
  if (type === 1) {
    draft.alarm('fatigueDriving');
    draft.set('fatigueDegree', wholeOf(report.at(report.nameAt + 2)));
  } else draft.set('warningType', type);
  return locate(draft, report) >= 0;
};

/** Text from the serial port, in hexadecimal. */
export const readTransparent: Read = (draft, report) => {
  const hex = report.at(report.nameAt + 5);
  const text = asciiOf(Buffer.from(hex, 'hex'));
  if (text.includes('COMB')) draft.set('fuel', decimalOf(text.split(',')[2] ?? ''));
  else draft.set('result', text);
  return true;
};

const ACCESSORY = ['Name', 'Mac', 'Status', 'Voltage', 'Temp', 'Humidity'] as const;

export const readAccessory: Read = (draft, report) => {
  readAccessoryFields(draft, report, report.nameAt + 5);
  return locate(draft, report) >= 0;
};
export const readBeacon: Read = (draft, report) => {
  readAccessoryFields(draft, report, report.nameAt + 3);
  return locate(draft, report) >= 0;
};

/** A mask of the fields that follow it. */
function readAccessoryFields(draft: RecordDraft, report: Report, maskAt: number): void {
  const mask = hexNumberOf(report.at(maskAt)) ?? 0;
  let at = maskAt + 1;
  for (const [bit, name] of ACCESSORY.entries()) {
    if (!hasBit(mask, bit)) continue;
    const text = report.at(at++);
    const number = decimalOf(text);
    if (name === 'Name' || name === 'Mac') draft.set(`accessory${name}`, text);
    else if (number !== null) draft.set(`accessory${name}`, name === 'Voltage' ? number / 1000 : number);
  }
}

export const readLightSensor: Read = (draft, report) => {
  const at = locate(draft, report);
  if (at < 0) return false;
  const tail = at + LOCATION_FIELDS + 1;
  draft.set('lightLevel', wholeOf(report.at(tail + 1)));
  draft.set('batteryLevel', wholeOf(report.at(tail + 2)));
  const motion = report.at(tail + 4);
  if (motion !== '') draft.set('motion', motion === '1');
  draft.set('temp1', decimalOf(report.at(tail + 5)));
  return true;
};

export const readContent: Read = (draft, report) => {
  draft.set('data', report.at(report.nameAt + 4));
  const at = locate(draft, report);
  if (at >= 0) setLocationTower(draft, report, at);
  return at >= 0;
};
