import type { AttributeValue, CellTower, Network, WifiAccessPoint } from '@rastro/fleet';
import { isOnEarth } from './bounds.ts';
import type { DeviceRecord, Fix } from './protocol.ts';

/** A cell tower as a device names it. */
export interface TowerSighting {
  readonly mcc: number;
  readonly mnc: number;
  readonly lac: number;
  readonly cellId: number;
  /** As sent; a positive strength is stored negated. Null = unknown. */
  readonly signal: number | null;
}

/** A record under construction while its bytes are read. */
export class PendingRecord {
  deviceTime: number | null = null;
  fix: Fix | null = null;
  readonly #attributes: Record<string, AttributeValue> = {};
  #alarms: string[] | null = null;
  #towers: CellTower[] | null = null;
  #wifi: WifiAccessPoint[] | null = null;

  /** Sets an attribute; null and empty text leave it out. Impossible values are removed later (`bound-record.ts`). */
  set(name: string, value: string | number | boolean | null): void {
    if (value === null || value === '') return;
    this.#attributes[name] = value;
  }

  /** Adds an alarm in order of arrival; devices often say the same one twice. */
  alarm(name: string | null): void {
    if (name === null) return;
    this.#alarms ??= [];
    if (!this.#alarms.includes(name)) this.#alarms.push(name);
  }

  tower({ mcc, mnc, lac, cellId, signal }: TowerSighting): void {
    this.#towers ??= [];
    const tower = { cellId, locationAreaCode: lac, mobileCountryCode: mcc, mobileNetworkCode: mnc };
    this.#towers.push(signal === null ? tower : { ...tower, signalStrength: negated(signal) });
  }

  /** @param macAddress `aa:bb:cc:dd:ee:ff`. */
  wifi(macAddress: string, signal: number | null = null): void {
    this.#wifi ??= [];
    this.#wifi.push(signal === null ? { macAddress } : { macAddress, signalStrength: negated(signal) });
  }

  /** No field was set yet. */
  get isEmpty(): boolean {
    if (this.fix || this.deviceTime !== null || this.#alarms || this.#towers || this.#wifi) return false;
    return Object.keys(this.#attributes).length === 0;
  }

  /** @returns The record; null when its coordinates are not on Earth, which drops it. */
  finish(): DeviceRecord | null {
    const { fix } = this;
    if (fix && !(isOnEarth(fix.latitude, fix.longitude) && Number.isFinite(fix.time))) return null;
    if (this.#alarms) this.#attributes['alarm'] = this.#alarms.join(',');
    return { deviceTime: this.deviceTime, fix, network: this.#network(), attributes: this.#attributes };
  }

  #network(): Network | null {
    if (this.#towers && this.#wifi) return { cellTowers: this.#towers, wifiAccessPoints: this.#wifi };
    if (this.#towers) return { cellTowers: this.#towers };
    return this.#wifi ? { wifiAccessPoints: this.#wifi } : null;
  }
}

/** `aabbccddeeff` → `aa:bb:cc:dd:ee:ff`. */
export function macFromHex(hex: string): string {
  let text = hex.slice(0, 2);
  for (let at = 2; at < hex.length; at += 2) text += `:${hex.slice(at, at + 2)}`;
  return text;
}

const negated = (signal: number): number => (signal > 0 ? -signal : signal);
