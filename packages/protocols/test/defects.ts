import { readFileSync } from 'node:fs';
import { FIXTURES, referenceFile } from '../../../tools/reference.ts';
import type { DeviceRecord } from '../src/protocol.ts';
import type { Sample } from './support.ts';

/** A frame of a kind that was once read wrongly. @source fixtures/README.md */
export interface Defect extends Pick<Sample, 'protocol' | 'kind' | 'payload' | 'udp' | 'model'> {
  readonly wrong: string;
  readonly config: Readonly<Record<string, string>>;
  /** The first positions. */
  readonly expected: readonly ExpectedPosition[];
  readonly expectedCount: number;
}
interface ExpectedPosition {
  /** Null = no location. */
  readonly fixTime: number | null;
  readonly deviceTime: number | null;
  readonly network: DeviceRecord['network'];
  readonly attributes: Readonly<Record<string, unknown>>;
}

const defectsIn = (file: URL): readonly Defect[] =>
  JSON.parse(readFileSync(file, 'utf8')) as readonly Defect[];
const file = referenceFile('reference/protocols/defects.json');

export const OWN_DEFECTS = defectsIn(new URL('field-frames.json', FIXTURES));
/** Frames of real devices; none without the reference. */
export const DEFECTS: readonly Defect[] = file === null ? [] : defectsIn(file);

const PLACE = ['valid', 'latitude', 'longitude', 'altitude', 'speed', 'course', 'accuracy'] as const;

/** Names of differences: missing or other values first, unexpected attributes with a plus. */
export function differences(got: DeviceRecord, wanted: ExpectedPosition): readonly string[] {
  const names: string[] = [];
  if ((got.fix?.time ?? null) !== wanted.fixTime) names.push('fixTime');
  if (got.deviceTime !== wanted.deviceTime) names.push('deviceTime');
  const expected: Readonly<Record<string, unknown>> = { ...wanted };
  if (got.fix) for (const name of PLACE) if (!same(got.fix[name], expected[name])) names.push(name);
  if (networkOf(got.network) !== networkOf(wanted.network)) names.push('network');
  for (const [name, value] of Object.entries(wanted.attributes)) {
    if (!same(got.attributes[name], value)) names.push(name);
  }
  for (const name of Object.keys(got.attributes)) if (!(name in wanted.attributes)) names.push(`+${name}`);
  return names;
}

const same = (got: unknown, wanted: unknown): boolean =>
  got === wanted || (typeof got === 'number' && typeof wanted === 'number' && Math.abs(got - wanted) < 0.01);

/** The order of access points is irrelevant. */
function networkOf(network: DeviceRecord['network']): string {
  const cells = (network?.cellTowers ?? []).map((tower) =>
    [
      tower.mobileCountryCode,
      tower.mobileNetworkCode,
      tower.locationAreaCode,
      tower.cellId,
      tower.signalStrength,
    ].join(':'),
  );
  const wifi = (network?.wifiAccessPoints ?? []).map(
    (point) => `${point.macAddress} ${point.signalStrength}`,
  );
  return JSON.stringify([cells, wifi.toSorted()]);
}
