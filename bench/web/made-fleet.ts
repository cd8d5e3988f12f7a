import { DEVICE_CATEGORIES, knots, type Device, type Position } from '@rastro/fleet';

/** Centers of traffic: longitude, latitude, share. */
const CITIES = [
  [-46.63, -23.55, 30],
  [-43.2, -22.9, 14],
  [-43.94, -19.92, 9],
  [-49.27, -25.43, 8],
  [-51.23, -30.03, 7],
  [-38.5, -12.97, 7],
  [-34.88, -8.05, 6],
  [-38.54, -3.73, 5],
  [-47.93, -15.78, 6],
  [-60.02, -3.1, 3],
  [-58.38, -34.6, 3],
  [-70.65, -33.45, 2],
] as const;
const COLOURS = ['#e8463a', '#f08c00', '#2f9e44', '#7048e8', '#ffffff', '#343a40', '#ffd43b'] as const;
const MAKES = ['Volvo FH', 'Scania R', 'Fiat Strada', 'VW Delivery', 'Honda CG', 'Mercedes Actros'] as const;
/** The first vehicles are parked in one yard, at the same place. */
const PARKED = 7;
const YARD = [-46.7, -23.62] as const;
const START = Date.UTC(2026, 10, 20, 9);

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A made-up fleet in the shapes of the tracking API; moves on demand. */
export class MadeFleet {
  readonly devices: Device[] = [];
  readonly positions: Position[] = [];
  readonly #random = random(7);
  #tick = 0;
  #cursor = 0;

  constructor(count: number) {
    for (let id = 1; id <= count; id++) this.#add(id);
  }

  /** The next `count` vehicles in turn drive on; their new positions. */
  step(count: number): Position[] {
    this.#tick++;
    return Array.from({ length: Math.min(count, this.positions.length) }, () => this.#drive());
  }

  #add(id: number): void {
    const next = this.#random;
    const [longitude, latitude] = id <= PARKED ? YARD : this.#place();
    const status = next() < 0.82 ? 'online' : next() < 0.8 ? 'offline' : 'unknown';
    const hasColour = next() < 0.4;
    const moving = status === 'online' && next() < 0.6;
    this.devices.push({
      id,
      attributes: {
        plate: `${letter(next)}${letter(next)}${letter(next)}${id % 10}${letter(next)}${String(id % 100).padStart(2, '0')}`,
        'device.model': 'FMB920',
        'device.gpsBrand': 'Teltonika',
        'device.technology': '4G',
        'device.state': 'installed at customer',
        ...(hasColour ? { 'rastro.color': COLOURS[Math.floor(next() * COLOURS.length)] ?? '#ffffff' } : {}),
      },
      groupId: id % 12,
      calendarId: 0,
      name: `${MAKES[id % MAKES.length] ?? ''} ${id}`,
      uniqueId: String(860_000_000_000_000 + id * 7_919),
      status,
      lastUpdate: new Date(START).toISOString(),
      positionId: id,
      phone: `+55119${String(10_000_000 + id)}`,
      model: 'FMB920',
      contact: null,
      category: DEVICE_CATEGORIES[Math.floor(next() ** 1.5 * DEVICE_CATEGORIES.length)] ?? 'default',
      disabled: false,
      expirationTime: null,
    });
    this.positions.push(this.#position(id, { longitude, latitude, course: next() * 360, moving }));
  }

  #drive(): Position {
    const driving = this.positions.length - PARKED;
    const at = PARKED + (this.#cursor++ % driving);
    const before = this.positions[at] as Position;
    const course = before.course + (this.#random() - 0.5) * 30;
    const step = 0.0012;
    const moved = this.#position(before.deviceId, {
      longitude: before.longitude + Math.sin((course * Math.PI) / 180) * step,
      latitude: before.latitude + Math.cos((course * Math.PI) / 180) * step,
      course: (course + 360) % 360,
      moving: true,
    });
    this.positions[at] = moved;
    return moved;
  }

  #position(
    deviceId: number,
    part: { longitude: number; latitude: number; course: number; moving: boolean },
  ): Position {
    const { moving, ...place } = part;
    const at = new Date(START + this.#tick * 500).toISOString();
    return {
      id: this.#tick * 100_000 + deviceId,
      attributes: {
        motion: moving,
        ignition: moving,
        sat: 11,
        hdop: 0.8,
        odometer: 152_000 + deviceId,
        totalDistance: 152_000.5 + deviceId,
        distance: 12.25,
        power: 13.9,
        battery: 4.1,
        batteryLevel: 100,
        rssi: 4,
        hours: 5_400_000,
        io239: 1,
        io240: 1,
      },
      deviceId,
      protocol: 'teltonika',
      serverTime: at,
      deviceTime: at,
      fixTime: at,
      valid: true,
      altitude: 760,
      speed: knots(moving ? 24.3 : 0),
      address: null,
      accuracy: 0,
      network: null,
      geofenceIds: null,
      ...place,
    };
  }

  #place(): readonly [number, number] {
    const next = this.#random;
    if (next() < 0.15) return [-40 - next() * 17, -6 - next() * 22];
    let pick = next() * CITIES.reduce((sum, [, , share]) => sum + share, 0);
    const [longitude, latitude] = CITIES.find(([, , share]) => (pick -= share) < 0) ?? CITIES[0];
    const far = next() ** 2 * 0.7;
    const angle = next() * 2 * Math.PI;
    return [longitude + Math.cos(angle) * far, latitude + Math.sin(angle) * far];
  }
}

const letter = (next: () => number): string => String.fromCharCode(65 + Math.floor(next() * 26));
