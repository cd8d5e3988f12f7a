import { knots, type Attributes, type AttributeValue, type Network } from '@rastro/fleet';
import {
  isInstant,
  isOnEarth,
  isPlausible,
  plausibleAccuracy,
  plausibleAltitude,
  plausibleCourse,
  plausibleSpeed,
} from './bounds.ts';
import type { DeviceRecord, Fix } from './protocol.ts';

/** The richest units (CAN, OBD, beacons) report some 150 values at once. */
const MAX_ATTRIBUTES = 256;
const LONGEST_NAME = 64;
/** A collected crash report is the longest text that a device sends. */
const LONGEST_TEXT = 32_768;
/** Names and texts of one record together. */
const MAX_CHARACTERS = 49_152;
/** Towers, and points of Wi-Fi. */
const MAX_SIGHTINGS = 64;

/**
 * Limits a decoded record to possible values: the one check for every protocol, whatever its decoder lets through.
 * Impossible values are left out; a sound record is returned unchanged, at the cost of one pass.
 * @param onRefused Called with the name of each value that was left out or cut.
 * @returns null when the fix is nowhere on Earth or at no time: nothing of such a record is trusted.
 */
export function boundRecord(
  record: DeviceRecord,
  onRefused: (what: string) => void = () => {},
): DeviceRecord | null {
  const { fix, deviceTime, network, attributes } = record;
  if (fix && !(isPlace(fix) && isInstant(fix.time))) {
    onRefused(isPlace(fix) ? 'fixTime' : 'location');
    return null;
  }
  const boundedFix = fix && boundFix(fix, onRefused);
  const boundedTime = deviceTime === null || isInstant(deviceTime) ? deviceTime : null;
  if (boundedTime !== deviceTime) onRefused('deviceTime');
  const boundedNetwork = network && boundNetwork(network, onRefused);
  const boundedAttributes = areSound(attributes) ? attributes : boundAttributes(attributes, onRefused);
  const isSame =
    boundedFix === fix &&
    boundedTime === deviceTime &&
    boundedNetwork === network &&
    boundedAttributes === attributes;
  if (isSame) return record;
  return {
    deviceTime: boundedTime,
    fix: boundedFix,
    network: boundedNetwork,
    attributes: boundedAttributes,
  };
}

/** Numbers that arrived over a bus as null are missing. */
const isPlace = ({ latitude, longitude }: Fix): boolean =>
  Number.isFinite(latitude) && Number.isFinite(longitude) && isOnEarth(latitude, longitude);

/** A fix keeps its place when its speed, altitude or accuracy is impossible. */
function boundFix(fix: Fix, onRefused: (what: string) => void): Fix {
  const speed = plausibleSpeed(fix.speed);
  const course = plausibleCourse(fix.course);
  const altitude = plausibleAltitude(fix.altitude);
  const accuracy = plausibleAccuracy(fix.accuracy);
  if (speed !== fix.speed) onRefused('speed');
  else if (altitude !== fix.altitude) onRefused('altitude');
  else if (accuracy !== fix.accuracy) onRefused('accuracy');
  else if (course === fix.course) return fix;
  return { ...fix, speed: knots(speed), course, altitude, accuracy };
}

/** Checks in one pass, without allocations, as nearly all records are sound. */
function areSound(attributes: Attributes): boolean {
  let count = 0;
  let characters = 0;
  for (const name in attributes) {
    const value = attributes[name];
    if (++count > MAX_ATTRIBUTES || !isName(name)) return false;
    characters += name.length;
    if (typeof value === 'number') {
      if (!isPlausible(name, value)) return false;
    } else if (typeof value === 'string') {
      characters += value.length;
      if (value.length > LONGEST_TEXT || !isClean(value)) return false;
    } else if (typeof value !== 'boolean') return false;
  }
  return characters <= MAX_CHARACTERS;
}

function boundAttributes(attributes: Attributes, onRefused: (what: string) => void): Attributes {
  const bounded: Record<string, AttributeValue> = {};
  let count = 0;
  let characters = 0;
  for (const [name, value] of Object.entries(attributes)) {
    if (count === MAX_ATTRIBUTES) {
      onRefused('attributes');
      break;
    }
    if (!isName(name)) {
      onRefused('name');
      continue;
    }
    const limited = boundValue(name, value);
    const size = name.length + (typeof limited === 'string' ? limited.length : 0);
    if (limited !== value || characters + size > MAX_CHARACTERS) onRefused(name);
    if (limited === null || characters + size > MAX_CHARACTERS) continue;
    bounded[name] = limited;
    characters += size;
    count++;
  }
  return bounded;
}

/** Null = it is left out. Nothing nested comes from a device. */
function boundValue(name: string, value: AttributeValue): string | number | boolean | null {
  if (typeof value === 'number') return isPlausible(name, value) ? value : null;
  if (typeof value === 'string') return cleaned(value.slice(0, LONGEST_TEXT));
  return typeof value === 'boolean' ? value : null;
}

/** Names found good: devices say the same few in every record. Bounded, for one that invents them. */
const GOOD_NAMES = new Set<string>();
const MAX_GOOD_NAMES = 4096;

function isName(name: string): boolean {
  if (GOOD_NAMES.has(name)) return true;
  const isGood = name.length > 0 && name.length <= LONGEST_NAME && isClean(name) && name !== '__proto__';
  if (isGood && GOOD_NAMES.size < MAX_GOOD_NAMES) GOOD_NAMES.add(name);
  return isGood;
}

/** Characters that no text of a user or device needs, and that XML, JSON of databases and terminals cannot handle. */
const UNWANTED = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u;
const ALL_UNWANTED = new RegExp(UNWANTED, 'gu');

const isClean = (text: string): boolean => !UNWANTED.test(text) && text.isWellFormed();
const cleaned = (text: string): string =>
  isClean(text) ? text : text.replaceAll(ALL_UNWANTED, '').toWellFormed();

/** Signals and names of towers are whole numbers of at most 64 bits; addresses are short. */
function boundNetwork(network: Network, onRefused: (what: string) => void): Network | null {
  const { cellTowers: towers, wifiAccessPoints: points } = network;
  const isSound =
    (towers === undefined || (towers.length <= MAX_SIGHTINGS && towers.every(isTower))) &&
    (points === undefined || (points.length <= MAX_SIGHTINGS && points.every(isPoint)));
  if (isSound) return network;
  onRefused('network');
  const cellTowers = towers?.slice(0, MAX_SIGHTINGS).filter(isTower) ?? [];
  const wifiAccessPoints = points?.slice(0, MAX_SIGHTINGS).filter(isPoint) ?? [];
  if (cellTowers.length === 0 && wifiAccessPoints.length === 0) return null;
  return {
    ...(cellTowers.length > 0 ? { cellTowers } : {}),
    ...(wifiAccessPoints.length > 0 ? { wifiAccessPoints } : {}),
  };
}

type Tower = NonNullable<Network['cellTowers']>[number];
type Point = NonNullable<Network['wifiAccessPoints']>[number];

const isNumber = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;
const isTower = (tower: Tower): boolean =>
  isNumber(tower.cellId) &&
  isNumber(tower.locationAreaCode) &&
  isNumber(tower.mobileCountryCode) &&
  isNumber(tower.mobileNetworkCode) &&
  isNumber(tower.signalStrength ?? 0);
const isPoint = ({ macAddress, signalStrength }: Point): boolean =>
  macAddress.length <= LONGEST_NAME && isClean(macAddress) && isNumber(signalStrength ?? 0);
