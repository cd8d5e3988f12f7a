import type { Device, Position } from '@rastro/fleet';
import type { FleetFrame } from './fleet-engine.ts';

/**
 * Frames that arrive while the server is being read. The answer may be older, so they are applied on top of it. Bounded
 * by the fleet: only the newest of each vehicle is stored.
 */
export class FramesWhileReading {
  readonly #gone = new Set<number>();
  readonly #devices = new Map<number, Device>();
  readonly #positions = new Map<number, Position>();

  add({ gone = [], devices = [], positions = [] }: FleetFrame): void {
    for (const id of gone) {
      this.#devices.delete(id);
      this.#positions.delete(id);
      this.#gone.add(id);
    }
    for (const device of devices) {
      this.#gone.delete(device.id);
      this.#devices.set(device.id, device);
    }
    for (const position of positions) this.#positions.set(position.deviceId, position);
  }

  /** To be taken right after the answer. */
  take(): Pick<FleetFrame, 'gone' | 'devices' | 'positions'> {
    const frame = {
      gone: [...this.#gone],
      devices: [...this.#devices.values()],
      positions: [...this.#positions.values()],
    };
    this.#gone.clear();
    this.#devices.clear();
    this.#positions.clear();
    return frame;
  }
}
