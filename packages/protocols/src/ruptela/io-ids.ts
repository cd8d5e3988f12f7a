import { hexOf } from '../hex.ts';
import { signed, unsigned } from '../integers.ts';
import { PAIRED, type PendingIoRecord } from './pending-io-record.ts';

/** Takes one element's value bytes [at, at + size) into a record. */
type Take = (pendingIoRecord: PendingIoRecord, bytes: Uint8Array, at: number, size: number) => void;

const number =
  (name: string): Take =>
  (pendingIoRecord, bytes, at, size) =>
    pendingIoRecord.set(name, unsigned(bytes, at, size));
const divided =
  (name: string, divisor: number): Take =>
  (pendingIoRecord, bytes, at, size) =>
    pendingIoRecord.set(name, unsigned(bytes, at, size) / divisor);
const signedDivided =
  (name: string, divisor: number): Take =>
  (pendingIoRecord, bytes, at, size) =>
    pendingIoRecord.set(name, signed(bytes, at, size) / divisor);
const flag =
  (name: string): Take =>
  (pendingIoRecord, bytes, at, size) =>
    pendingIoRecord.set(name, unsigned(bytes, at, size) > 0);
/** The alarm is active when `when` holds for the value. */
const alarm =
  (name: string, when: (value: number) => boolean = (value) => value > 0): Take =>
  (pendingIoRecord, bytes, at, size) =>
    pendingIoRecord.alarm(when(unsigned(bytes, at, size)) ? name : null);
/** A value of the vehicle's bus, which is not there when all its bits are set. */
const bus =
  (name: string, factor: number, divisor = 1): Take =>
  (pendingIoRecord, bytes, at, size) => {
    for (let index = at; index < at + size; index++) {
      if (bytes[index] !== 0xff)
        return pendingIoRecord.set(name, (unsigned(bytes, at, size) * factor) / divisor);
    }
  };

/** @source docs/reference/protocols.md §ruptela, "IO ids" */
const TABLE: ReadonlyMap<number, Take> = new Map<number, Take>([
  [2, number('in1')],
  [3, number('in2')],
  [4, number('in3')],
  [5, number('in4')],
  [13, flag('motion')],
  [173, flag('motion')],
  [20, number('adc3')],
  [21, number('adc4')],
  [22, number('adc1')],
  [23, number('adc2')],
  [29, divided('power', 1000)],
  [30, divided('battery', 1000)],
  [32, signedDivided('deviceTemp', 1)],
  [34, (pendingIoRecord, bytes, at, size) => pendingIoRecord.set('driverUniqueId', hexOf(bytes, at, size))],
  [39, bus('engineLoad', 1)],
  [65, number('odometer')],
  [74, signedDivided('temp3', 10)],
  [78, signedDivided('temp0', 10)],
  [79, signedDivided('temp1', 10)],
  [80, signedDivided('temp2', 10)],
  [88, alarm('jamming')],
  [94, bus('rpm', 1, 4)],
  [95, bus('obdSpeed', 1)],
  [98, bus('fuel', 100, 255)],
  [100, bus('fuelConsumption', 1, 20)],
  [134, alarm('hardBraking')],
  [136, alarm('hardAcceleration')],
  [150, number('operator')],
  [163, bus('odometer', 5)],
  [164, bus('tripOdometer', 5)],
  [165, bus('obdSpeed', 1, 256)],
  [166, bus('rpm', 1, 8)],
  [197, bus('rpm', 1, 8)],
  [170, flag('charge')],
  [205, bus('fuel', 1)],
  [207, bus('fuelLevel', 4, 10)],
  [208, bus('fuelUsed', 1, 2)],
  [251, flag('ignition')],
  [409, flag('ignition')],
  [410, alarm('tow')],
  [411, alarm('accident')],
  [415, alarm('gpsAntennaCut', (value) => value === 0)],
  [645, bus('obdOdometer', 1000)],
  [758, alarm('tampering', (value) => value === 1)],
]);

const names: string[] = [];

export function takeElement(
  pendingIoRecord: PendingIoRecord,
  id: number,
  { bytes, at, size }: { readonly bytes: Uint8Array; readonly at: number; readonly size: number },
): void {
  const take = TABLE.get(id);
  if (take) return take(pendingIoRecord, bytes, at, size);
  if (PAIRED.has(id)) return pendingIoRecord.half(id, hexOf(bytes, at, size));
  // Ids have two bytes, so the table of ready-made names is bounded.
  const name = (names[id] ??= `io${id}`);
  pendingIoRecord.set(name, size === 8 ? signed(bytes, at, size) : unsigned(bytes, at, size));
}
