import { knotsFromKmPerHour } from '@rastro/fleet';
import { decimalOf, hexNumberOf, wholeOf } from '../numbers.ts';
import type { Fix } from '../protocol.ts';
import { macFromHex, type PendingRecord } from '../pending-record.ts';
import type { Report } from './report.ts';

/** Accuracy, speed, course, altitude, longitude, latitude, time, country, network, area, cell. */
export const LOCATION_FIELDS = 11;
const LONGITUDE = 4;
const LATITUDE = 5;
const TIME = 6;
const TOWER = 7;
const WIFI_FIELDS = 5;

/** A decimal number with six digits behind the point. */
export const isCoordinate = (text: string): boolean =>
  text.length >= 8 && text.charCodeAt(text.length - 7) === 46 && decimalOf(text) !== null;

/** Coordinates and time are where a location at `at` has them. */
export function isLocation(report: Report, at: number): boolean {
  return (
    isCoordinate(report.at(at + LONGITUDE)) &&
    isCoordinate(report.at(at + LATITUDE)) &&
    report.at(at + TIME).length === 14
  );
}

/** The first location from field `from` on; one without coordinates only if there is no other; -1 = none. */
export function findLocation(report: Report, from: number): number {
  for (let at = from; at + TIME < report.end; at++) if (isLocation(report, at)) return at;
  for (let at = from; at + TIME < report.end; at++) {
    const empty =
      report.at(at + LONGITUDE) === '' && report.at(at + LATITUDE) === '' && report.at(at + TIME) === '';
    if (empty && isTower(report, at + TOWER)) return at;
  }
  return report.type === 'FRI' ? findNothing(report, from) : -1;
}

/** Type and number of points, then a location of which nothing is known but, perhaps, a tower in short digits. */
function findNothing(report: Report, from: number): number {
  for (let at = from + 2; at + LOCATION_FIELDS < report.end; at++) {
    if (report.at(at) !== '' || wholeOf(report.at(at - 1)) === null) continue;
    const fields = report.values.slice(at, at + LOCATION_FIELDS);
    const placed = fields.slice(0, TOWER).some((text) => text !== '');
    const tower = fields.slice(TOWER);
    if (!placed && (tower.every((text) => text === '') || tower.every((text) => hexNumberOf(text) !== null)))
      return at;
  }
  return -1;
}

/** @returns null without coordinates. */
export function fixAt(report: Report, at: number): Fix | null {
  const longitude = decimalOf(report.at(at + LONGITUDE));
  const latitude = decimalOf(report.at(at + LATITUDE));
  if (longitude === null || latitude === null) return null;
  return {
    time: report.instant(at + TIME) ?? report.sendTime ?? report.now,
    valid: true,
    latitude,
    longitude,
    altitude: decimalOf(report.at(at + 3)) ?? 0,
    speed: knotsFromKmPerHour(decimalOf(report.at(at + 1)) ?? 0),
    course: decimalOf(report.at(at + 2)) ?? 0,
    accuracy: 0,
  };
}

/** Takes the location at `at` into the record. */
export function setLocation(pendingRecord: PendingRecord, report: Report, at: number): void {
  pendingRecord.set('hdop', decimalOf(report.at(at)));
  pendingRecord.fix = fixAt(report, at);
}

export function setTower(pendingRecord: PendingRecord, report: Report, at: number): void {
  const mcc = wholeOf(report.at(at));
  const mnc = wholeOf(report.at(at + 1));
  const lac = hexNumberOf(report.at(at + 2));
  const cellId = hexNumberOf(report.at(at + 3));
  if (mcc === null || mnc === null || lac === null || cellId === null) return;
  pendingRecord.tower({ mcc, mnc, lac, cellId, signal: null });
}

export const setLocationTower = (pendingRecord: PendingRecord, report: Report, at: number): void =>
  setTower(pendingRecord, report, at + TOWER);

/** Four digits twice, four hexadecimal digits, four to eight more. */
export function isTower(report: Report, at: number): boolean {
  return (
    report.at(at).length === 4 &&
    report.at(at + 1).length === 4 &&
    report.at(at + 2).length === 4 &&
    report.at(at + 3).length >= 4 &&
    report.at(at + 3).length <= 8 &&
    wholeOf(report.at(at)) !== null &&
    wholeOf(report.at(at + 1)) !== null &&
    hexNumberOf(report.at(at + 2)) !== null &&
    hexNumberOf(report.at(at + 3)) !== null
  );
}

/**
 * Some units insert Wi-Fi points between the time and the tower of a location.
 * @returns How many fields they take.
 */
export function wifiFields(report: Report, at: number): number {
  const count = wholeOf(report.at(at + TOWER));
  const mac = report.at(at + TOWER + 1);
  return count !== null && report.at(at + TOWER).length <= 2 && mac.length === 12 && hexNumberOf(mac) !== null
    ? 1 + count * WIFI_FIELDS
    : 0;
}

/** The nearest point is the last one, and stored first. */
export function setWifi(pendingRecord: PendingRecord, report: Report, at: number): void {
  const fields = wifiFields(report, at);
  for (let point = at + TOWER + fields - WIFI_FIELDS; point > at + TOWER; point -= WIFI_FIELDS) {
    pendingRecord.wifi(macFromHex(report.at(point).toLowerCase()), decimalOf(report.at(point + 1)));
  }
}
