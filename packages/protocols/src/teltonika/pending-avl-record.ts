import { knots, type Knots } from '@rastro/fleet';
import type { DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import type { ModelTraits } from './model.ts';

/** Mobile networks of the operator that runs the server, for towers sent without one. */
export interface HomeNetwork {
  readonly mcc: number;
  readonly mnc: number;
}

/** One AVL record under construction: the GPS element, and the elements that only count together. */
export class PendingAvlRecord extends PendingRecord {
  time = 0;
  event = 0;
  latitude = 0;
  longitude = 0;
  altitude = 0;
  course = 0;
  satellites = 0;
  speed: Knots = knots(0);
  lac: number | null = null;
  cell2g: number | null = null;
  cell4g: number | null = null;
  operator = 0;
  driverHigh = '';
  driverLow = '';
  /** Elements of the TAT100's towers, by id. */
  towerElements: Map<number, number> | null = null;

  complete(traits: ModelTraits, home: HomeNetwork): DeviceRecord | null {
    this.deviceTime = this.time;
    this.fix = {
      time: this.time,
      valid: this.satellites > 0,
      latitude: this.latitude,
      longitude: this.longitude,
      altitude: this.altitude,
      speed: this.speed,
      course: this.course,
      accuracy: 0,
    };
    if (traits.tat100) this.#addTat100Towers(home.mcc);
    else this.#addTower(home);
    if (this.driverHigh !== '' && this.driverLow !== '') {
      this.set('driverUniqueId', asciiOf(this.driverHigh + this.driverLow));
    }
    return this.finish();
  }

  #addTower(home: HomeNetwork): void {
    const cellId = this.cell2g ?? this.cell4g;
    if (this.lac === null || cellId === null) return;
    const known = this.operator >= 1000;
    const digits = String(this.operator);
    this.tower({
      mcc: known ? Number(digits.slice(0, 3)) : home.mcc,
      mnc: known ? Number(digits.slice(3)) : home.mnc,
      lac: this.lac,
      cellId,
      signal: null,
    });
  }

  #addTat100Towers(mcc: number): void {
    for (const [mncId, lacId, cellKey, signalId] of TAT100_TOWERS) {
      const mnc = this.towerElements?.get(mncId);
      const lac = this.towerElements?.get(lacId);
      const cellId = this.towerElements?.get(cellKey);
      if (mnc === undefined || lac === undefined || cellId === undefined) continue;
      this.tower({ mcc, mnc, lac, cellId, signal: this.towerElements?.get(signalId) ?? null });
    }
  }
}

/** Ids of network code, area code, cell and signal strength. */
export const TAT100_TOWERS = [
  [1200, 287, 288, 289],
  [1201, 290, 291, 292],
  [1202, 293, 294, 295],
  [1203, 296, 297, 298],
] as const;

/** Hexadecimal to text; the unused end of the field is zero. */
function asciiOf(hex: string): string {
  let text = '';
  for (let at = 0; at < hex.length; at += 2) {
    const code = parseInt(hex.slice(at, at + 2), 16);
    if (code >= 32 && code < 127) text += String.fromCharCode(code);
  }
  return text.trim();
}
