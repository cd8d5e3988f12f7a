import { signed, unsigned } from '../integers.ts';
import {
  alarmWhenSet,
  autoGeofence,
  driverPart,
  flag,
  greenDriving,
  iButton,
  iccid,
  multiplied,
  number,
  operator,
  signedNumber,
  tat100Part,
  towerPart,
  vehicleSpeed,
  type Take,
} from './elements.ts';
import { TAT100_TOWERS } from './pending-avl-record.ts';
import type { ModelTraits } from './model.ts';

type Condition = 'any' | 'F' | 'F6' | 'F not F6' | 'F or T' | 'FMB003' | 'TAT100';

/**
 * Element ids with a name, and the models that give them that meaning.
 * @source docs/reference/protocols.md §teltonika, "AVL ids"
 */
const ROWS: readonly (readonly [id: number, when: Condition, take: Take])[] = [
  [1, 'any', flag('in1')],
  [2, 'any', flag('in2')],
  [3, 'any', flag('in3')],
  [4, 'any', flag('in4')],
  [9, 'F', number('adc1', 1000)],
  [10, 'F', number('adc2', 1000)],
  [11, 'F', iccid],
  [12, 'F', number('fuelUsed', 1000)],
  [13, 'F', number('fuelConsumption', 100)],
  [16, 'any', number('odometer')],
  [17, 'any', signedNumber('axisX')],
  [18, 'any', signedNumber('axisY')],
  [19, 'any', signedNumber('axisZ')],
  [21, 'any', number('rssi')],
  [24, 'F', vehicleSpeed],
  [25, 'any', signedNumber('bleTemp1', 100)],
  [26, 'any', signedNumber('bleTemp2', 100)],
  [27, 'any', signedNumber('bleTemp3', 100)],
  [28, 'any', signedNumber('bleTemp4', 100)],
  [30, 'F', number('faultCount')],
  [31, 'F', number('engineLoad')],
  [32, 'F', signedNumber('coolantTemp')],
  [36, 'F', number('rpm')],
  [43, 'F', number('milDistance')],
  [57, 'F', signedNumber('hybridBatteryLevel')],
  [66, 'any', number('power', 1000)],
  [67, 'any', number('battery', 1000)],
  [68, 'F', number('batteryCurrent', 1000)],
  [72, 'F', signedNumber('temp1', 10)],
  [73, 'F', signedNumber('temp2', 10)],
  [74, 'F', signedNumber('temp3', 10)],
  [75, 'F', signedNumber('temp4', 10)],
  [78, 'any', iButton],
  [80, 'F not F6', number('dataMode')],
  [81, 'F not F6', number('obdSpeed')],
  [82, 'F not F6', number('throttle')],
  [83, 'F not F6', number('fuelUsed', 10)],
  [84, 'F not F6', number('fuel', 10)],
  [85, 'F not F6', number('rpm')],
  [87, 'F not F6', number('obdOdometer')],
  [89, 'F not F6', number('fuelLevel')],
  [107, 'F', number('fuelUsed', 10)],
  [110, 'F', number('fuelConsumption', 10)],
  [113, 'F', number('batteryLevel')],
  [115, 'F', signedNumber('engineTemp', 10)],
  [175, 'F', autoGeofence(175)],
  [179, 'any', flag('out1')],
  [180, 'any', flag('out2')],
  [181, 'any', number('pdop', 10)],
  [182, 'any', number('hdop', 10)],
  [195, 'F6', driverPart(195, 'driverHigh')],
  [196, 'F6', driverPart(196, 'driverLow')],
  [199, 'any', number('tripOdometer')],
  [200, 'F', number('sleepMode')],
  [205, 'F or T', towerPart('cell2g')],
  [206, 'F or T', towerPart('lac')],
  [236, 'any', alarmWhenSet('general')],
  [239, 'any', flag('ignition')],
  [240, 'any', flag('motion')],
  [241, 'any', operator],
  [246, 'F', alarmWhenSet('tow')],
  [247, 'F', alarmWhenSet('accident')],
  [249, 'F', alarmWhenSet('jamming')],
  [251, 'F', alarmWhenSet('idle')],
  [252, 'F', alarmWhenSet('powerCut')],
  [253, 'any', greenDriving],
  [389, 'FMB003', multiplied('obdOdometer', 1000)],
  [636, 'F or T', towerPart('cell4g')],
  [662, 'F', flag('door')],
  [701, 'F6', signedNumber('bleTemp1', 10)],
  [702, 'F6', signedNumber('bleTemp2', 10)],
  [703, 'F6', signedNumber('bleTemp3', 10)],
  [704, 'F6', signedNumber('bleTemp4', 10)],
  ...Array.from({ length: 6 }, (_, index) =>
    row(10644 + index, 'F', signedNumber(`tempProbe${index + 1}`, 100)),
  ),
  ...Array.from({ length: 4 }, (_, index) =>
    row(10800 + index, 'F', signedNumber(`eyeTemp${index + 1}`, 100)),
  ),
  ...Array.from({ length: 4 }, (_, index) => row(10832 + index, 'F', signedNumber(`eyeRoll${index + 1}`))),
  ...TAT100_TOWERS.flatMap(([mnc, lac, cell, signal]) => [
    ...[mnc, lac, cell].map((id) => row(id, 'TAT100', tat100Part(id, unsigned))),
    row(signal, 'TAT100', tat100Part(signal, signed)),
  ]),
];

function row(id: number, when: Condition, take: Take): readonly [number, Condition, Take] {
  return [id, when, take];
}

/** The named elements of one kind of device, by id. */
export type ElementTable = ReadonlyMap<number, Take>;

const tables = new Map<string, ElementTable>();

/** The table for a model; devices with the same traits share one. */
export function elementTable(traits: ModelTraits): ElementTable {
  const key = `${traits.f}${traits.f6}${traits.t}${traits.fmb003}${traits.tat100}`;
  let table = tables.get(key);
  if (!table) {
    table = new Map(ROWS.filter(([, when]) => HOLDS[when](traits)).map(([id, , take]) => [id, take]));
    tables.set(key, table);
  }
  return table;
}

const HOLDS: Readonly<Record<Condition, (traits: ModelTraits) => boolean>> = {
  any: () => true,
  F: ({ f }) => f,
  F6: ({ f6 }) => f6,
  'F not F6': ({ f, f6 }) => f && !f6,
  'F or T': ({ f, t }) => f || t,
  FMB003: ({ fmb003 }) => fmb003,
  TAT100: ({ tat100 }) => tat100,
};
