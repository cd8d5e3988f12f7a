import { knots, type Attributes, type AttributeValue } from '@rastro/fleet';
import { DateValue, runExpression, toText, type Lookup, type Value } from '@rastro/fleet/expressions';
import type { ComputedAttributeBody } from '@rastro/fleet/schemas';
import type { StoredPosition } from '@rastro/storage';
import type { DeviceEntity } from '../directory/directory.ts';
import type { WhatApplies } from '../access/what-applies.ts';
import type { PendingRecord } from '../pending-records/pending-record.ts';

/** Early = before time, place and distance are settled. */
export type ComputedStage = 'early' | 'late';

/** Inputs of expressions, apart from the position. */
export interface ExpressionContext {
  readonly device: DeviceEntity;
  readonly last: StoredPosition | null;
  /** `processing.computedAttributes.deviceAttributes` and `.lastAttributes`. */
  readonly deviceAttributes: boolean;
  readonly lastAttributes: boolean;
}
type Place = Omit<PendingRecord, 'contentKey' | 'outdated'> & {
  readonly id?: number;
  readonly outdated?: boolean;
};

type ByStage = Readonly<Record<ComputedStage, readonly ComputedAttributeBody[]>>;
interface Made {
  changes: Partial<PendingRecord> | null;
}

/** The computed attributes of each device, in the order in which they run. */
export class ComputedAttributes {
  readonly #layersOf: (device: DeviceEntity) => readonly ByStage[];

  constructor(applies: WhatApplies) {
    this.#layersOf = applies.layers('attribute', (attributes) => ({
      early: inOrder(attributes.filter(({ priority }) => priority < 0)),
      late: inOrder(attributes.filter(({ priority }) => priority >= 0)),
    }));
  }

  /**
   * Attributes that the expressions of a stage compute for a position; null = none. A failing expression changes
   * nothing.
   */
  compute(
    pendingRecord: PendingRecord,
    stage: ComputedStage,
    context: ExpressionContext,
  ): Partial<PendingRecord> | null {
    const layers = this.#layersOf(context.device);
    if (layers.length === 0) return null;
    const [only] = layers;
    const due =
      layers.length === 1 && only
        ? only[stage]
        : inOrder([...new Set(layers.flatMap((layer) => layer[stage]))]);
    const made: Made = { changes: null };
    for (const attribute of due) {
      // Sees what those before it have made.
      const current: PendingRecord = made.changes ? { ...pendingRecord, ...made.changes } : pendingRecord;
      const result = evaluateAttribute(attribute.expression, current, context);
      if (!result.ok) continue;
      const change = written(current, attribute, result.value);
      made.changes = made.changes ? { ...made.changes, ...change } : change;
    }
    return made.changes;
  }
}

/** Works out one expression for a position. */
export const evaluateAttribute = (expression: string, place: Place, context: ExpressionContext) =>
  runExpression(expression, lookupIn(place, context));

const inOrder = (attributes: readonly ComputedAttributeBody[]): readonly ComputedAttributeBody[] =>
  attributes.toSorted((a, b) => b.priority - a.priority || a.id - b.id);

/** Change that a result makes; a result of the wrong type or out of range changes nothing. */
function written(
  pendingRecord: PendingRecord,
  { attribute, type }: ComputedAttributeBody,
  value: Value,
): Partial<PendingRecord> {
  const field = FIELDS.get(attribute);
  if (field) return field(value) ?? {};
  if (value === null) {
    if (!Object.hasOwn(pendingRecord.attributes, attribute)) return {};
    const { [attribute]: _gone, ...rest } = pendingRecord.attributes;
    return { attributes: rest };
  }
  const result = typed(type, value);
  return result === null ? {} : { attributes: { ...pendingRecord.attributes, [attribute]: result } };
}

function typed(type: string, value: Value): AttributeValue {
  if (type === 'number') return typeof value === 'number' ? value : null;
  if (type === 'boolean') return typeof value === 'boolean' ? value : null;
  return toText(value);
}

type FieldWriter = (value: Value) => Partial<PendingRecord> | null;
const within = (
  field: 'latitude' | 'longitude' | 'altitude' | 'course' | 'accuracy',
  min: number,
  max: number,
): readonly [string, FieldWriter] => [
  field,
  (value) => (typeof value === 'number' && value >= min && value <= max ? { [field]: value } : null),
];

/** Fields that an expression may write. @source docs/reference/tracking-api.md §2.14 */
const FIELDS: ReadonlyMap<string, FieldWriter> = new Map<string, FieldWriter>([
  ['valid', (value) => (typeof value === 'boolean' ? { valid: value } : null)],
  within('latitude', -90, 90),
  within('longitude', -180, 180),
  within('altitude', -100_000, 1e9),
  ['speed', (value) => (typeof value === 'number' && value >= 0 ? { speed: knots(value) } : null)],
  within('course', 0, 360),
  ['address', (value) => ({ address: value === null ? null : toText(value) })],
  within('accuracy', 0, 1e9),
]);

function lookupIn(
  place: Place,
  { device, last, deviceAttributes, lastAttributes }: ExpressionContext,
): Lookup {
  return (name) => {
    const own = valueIn(place.attributes, name) ?? fieldOf(place, name);
    if (own !== undefined) return own;
    if (lastAttributes && last && /^last[A-Z]/.test(name)) {
      const rest = name.slice(4);
      const lower = rest.charAt(0).toLowerCase() + rest.slice(1);
      const found = valueIn(last.attributes, lower) ?? valueIn(last.attributes, rest) ?? fieldOf(last, lower);
      if (found !== undefined) return found;
    }
    return deviceAttributes ? valueIn(device.attributes, name) : undefined;
  };
}

const valueIn = (attributes: Attributes, name: string): Value | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

/** The fields of a position. @source docs/reference/tracking-api.md §6.4 */
function fieldOf(place: Place, name: string): Value | undefined {
  switch (name) {
    case 'id':
      return place.id ?? 0;
    case 'outdated':
      return place.outdated ?? false;
    case 'serverTime':
    case 'deviceTime':
    case 'fixTime':
      return new DateValue(place[name]);
    case 'network':
      return place.network as unknown as Value;
    case 'type':
      return null;
    case 'deviceId':
    case 'protocol':
    case 'valid':
    case 'latitude':
    case 'longitude':
    case 'altitude':
    case 'speed':
    case 'course':
    case 'address':
    case 'accuracy':
    case 'geofenceIds':
      return place[name];
    default:
      return undefined;
  }
}
