import { Fields } from '../fields.ts';
import { decimalOf } from '../numbers.ts';
import { readCan } from './can.ts';
import { readEri, readPoint } from './eri.ts';
import { readFri } from './fri.ts';
import { readInformation } from './information.ts';
import { findLocation } from './location.ts';
import { readObd } from './obd.ts';
import { single, type ReadReport } from './report.ts';
import {
  readAccessory,
  readBeacon,
  readContent,
  readDriver,
  readDriverWarning,
  readGsm,
  readLbs,
  readLightSensor,
  readPower,
  readSwitch,
  readTransparent,
  readVersion,
  readWifi,
} from './simple.ts';
import { hourMeterMs, metres } from './vehicle-fields.ts';

/** A location with an append mask, hour meter and odometer. */
const readIgnition: ReadReport = (report) => {
  const at = findLocation(report, report.nameAt + 1);
  if (at < 0) return null;
  const fields = new Fields(report.values.slice(0, report.end), at);
  const pendingRecord = readPoint(report, fields);
  pendingRecord.set('ignition', report.type === 'IGN' || report.type === 'VGN');
  if (fields.left > 0) pendingRecord.set('hours', hourMeterMs(fields.text()));
  if (fields.left > 0) pendingRecord.set('odometer', metres(decimalOf(fields.text())));
  const record = pendingRecord.finish();
  return record ? [record] : [];
};

const switches = single(readSwitch);
const powers = single(readPower);

/** Message types with a layout of their own. */
export const LAYOUTS: ReadonlyMap<string, ReadReport> = new Map<string, ReadReport>([
  ['FRI', readFri],
  ['RTL', readFri],
  ['GEO', readFri],
  ['DOG', readFri],
  ['STR', readFri],
  ['CTN', readFri],
  ['ERI', readEri],
  ['IGN', readIgnition],
  ['IGF', readIgnition],
  ['VGN', readIgnition],
  ['VGF', readIgnition],
  ['INF', single(readInformation)],
  ['VER', single(readVersion)],
  ['LSW', switches],
  ['TSW', switches],
  ['IDA', single(readDriver)],
  ['WIF', single(readWifi)],
  ['GSM', single(readGsm)],
  ['PNA', powers],
  ['PFA', powers],
  ['DAR', single(readDriverWarning)],
  ['DTT', single(readTransparent)],
  ['BAA', single(readAccessory)],
  ['BID', single(readBeacon)],
  ['LSA', single(readLightSensor)],
  ['LBS', single(readLbs)],
  ['DAT', single(readContent)],
  ['OBD', single(readObd)],
  ['CAN', single(readCan)],
]);
