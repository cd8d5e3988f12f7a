import { asciiOf } from '../ascii.ts';
import { decimalOf, hexNumberOf, hasBit, wholeOf } from '../numbers.ts';
import { macFromHex, type PendingRecord } from '../pending-record.ts';
import { findLocation, LOCATION_FIELDS, setLocation, setLocationTower } from './location.ts';
import type { Report } from './report.ts';
import { metres } from './vehicle-fields.ts';

type Read = (pendingRecord: PendingRecord, report: Report) => boolean;

/** Finds the location after the name. @returns Its first field, -1 without one. */
function locate(pendingRecord: PendingRecord, report: Report): number {
  const at = findLocation(report, report.nameAt + 1);
  if (at >= 0) setLocation(pendingRecord, report, at);
  return at;
}

export const readVersion: Read = (pendingRecord, report) => {
  const at = report.nameAt + 1;
  pendingRecord.set('deviceType', report.at(at));
  pendingRecord.set('versionFw', hexNumberOf(report.at(at + 1)));
  pendingRecord.set('versionHw', hexNumberOf(report.at(at + 2)));
  return true;
};

/** A switch: LSW is input 1, TSW input 2. */
export const readSwitch: Read = (pendingRecord, report) => {
  pendingRecord.set(report.type === 'LSW' ? 'in1' : 'in2', report.at(report.nameAt + 2) === '1');
  return locate(pendingRecord, report) >= 0;
};

export const readDriver: Read = (pendingRecord, report) => {
  const at = locate(pendingRecord, report);
  if (at < 0) return false;
  pendingRecord.set('driverUniqueId', report.at(report.nameAt + 2));
  pendingRecord.set('odometer', metres(decimalOf(report.at(at + LOCATION_FIELDS + 1))));
  return true;
};

const MAX_POINTS = 50;

export const readWifi: Read = (pendingRecord, report) => {
  const first = report.nameAt + 2;
  const count = Math.min(wholeOf(report.at(first - 1)) ?? 0, MAX_POINTS);
  // Address, signal and three or four empty fields, by firmware.
  let found = 0;
  for (let at = first; at < report.end && found < count; at++) {
    const mac = report.at(at);
    if (mac === '') continue;
    if (mac.length !== 12 || hexNumberOf(mac) === null) return false;
    pendingRecord.wifi(macFromHex(mac.toLowerCase()), decimalOf(report.at(++at)));
    found++;
  }
  pendingRecord.set('batteryLevel', wholeOf(report.at(report.end - 1)));
  return true;
};

const CELL_FIELDS = 6;

/** Groups of country, network, area, cell, signal and a reserved field; empty ones are skipped. */
function readCells(pendingRecord: PendingRecord, report: Report, from: number, groups: number): boolean {
  for (let at = from; at < from + groups * CELL_FIELDS; at += CELL_FIELDS) {
    if (report.at(at) === '') continue;
    const mcc = wholeOf(report.at(at));
    const mnc = wholeOf(report.at(at + 1));
    const lac = hexNumberOf(report.at(at + 2));
    const cellId = hexNumberOf(report.at(at + 3));
    if (mcc === null || mnc === null || lac === null || cellId === null) return false;
    pendingRecord.tower({ mcc, mnc, lac, cellId, signal: wholeOf(report.at(at + 4)) });
  }
  return true;
}

/** The name is missing here: the kind of fix is in its place. */
export const readGsm: Read = (pendingRecord, report) => readCells(pendingRecord, report, 4, 6);

export const readLbs: Read = (pendingRecord, report) => {
  const at = report.nameAt + 1;
  pendingRecord.set('batteryLevel', wholeOf(report.at(at + 2)));
  return readCells(pendingRecord, report, at + 8, 7);
};

export const readPower: Read = (pendingRecord, report) => {
  pendingRecord.alarm(report.type === 'PNA' ? 'powerOn' : 'powerOff');
  // A unit that sends the reason of its start knows the time; one that does not has just woken up.
  if (report.nameAt + 1 >= report.end) pendingRecord.deviceTime = null;
  return true;
};

export const readDriverWarning: Read = (pendingRecord, report) => {
  const type = wholeOf(report.at(report.nameAt + 1));
  if (type === 1) {
    pendingRecord.alarm('fatigueDriving');
    pendingRecord.set('fatigueDegree', wholeOf(report.at(report.nameAt + 2)));
  } else pendingRecord.set('warningType', type);
  return locate(pendingRecord, report) >= 0;
};

/** Text from the serial port, in hexadecimal. */
export const readTransparent: Read = (pendingRecord, report) => {
  const hex = report.at(report.nameAt + 5);
  const text = asciiOf(Buffer.from(hex, 'hex'));
  if (text.includes('COMB')) pendingRecord.set('fuel', decimalOf(text.split(',')[2] ?? ''));
  else pendingRecord.set('result', text);
  return true;
};

const ACCESSORY = ['Name', 'Mac', 'Status', 'Voltage', 'Temp', 'Humidity'] as const;

export const readAccessory: Read = (pendingRecord, report) => {
  readAccessoryFields(pendingRecord, report, report.nameAt + 5);
  return locate(pendingRecord, report) >= 0;
};
export const readBeacon: Read = (pendingRecord, report) => {
  readAccessoryFields(pendingRecord, report, report.nameAt + 3);
  return locate(pendingRecord, report) >= 0;
};

/** A mask of the fields that follow it. */
function readAccessoryFields(pendingRecord: PendingRecord, report: Report, maskAt: number): void {
  const mask = hexNumberOf(report.at(maskAt)) ?? 0;
  let at = maskAt + 1;
  for (const [bit, name] of ACCESSORY.entries()) {
    if (!hasBit(mask, bit)) continue;
    const text = report.at(at++);
    const number = decimalOf(text);
    if (name === 'Name' || name === 'Mac') pendingRecord.set(`accessory${name}`, text);
    else if (number !== null)
      pendingRecord.set(`accessory${name}`, name === 'Voltage' ? number / 1000 : number);
  }
}

export const readLightSensor: Read = (pendingRecord, report) => {
  const at = locate(pendingRecord, report);
  if (at < 0) return false;
  const tail = at + LOCATION_FIELDS + 1;
  pendingRecord.set('lightLevel', wholeOf(report.at(tail + 1)));
  pendingRecord.set('batteryLevel', wholeOf(report.at(tail + 2)));
  const motion = report.at(tail + 4);
  if (motion !== '') pendingRecord.set('motion', motion === '1');
  pendingRecord.set('temp1', decimalOf(report.at(tail + 5)));
  return true;
};

export const readContent: Read = (pendingRecord, report) => {
  pendingRecord.set('data', report.at(report.nameAt + 4));
  const at = locate(pendingRecord, report);
  if (at >= 0) setLocationTower(pendingRecord, report, at);
  return at >= 0;
};
