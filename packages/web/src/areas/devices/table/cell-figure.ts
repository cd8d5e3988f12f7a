import { HOUR_MS } from '@rastro/base';
import {
  distanceIn,
  knots,
  READINGS,
  readingOf,
  speedIn,
  type AttributeValue,
  type Reading,
} from '@rastro/fleet';
import type { SheetCell } from '@rastro/fleet/sheets';
import type { DisplayChoices } from '../../../i18n/format.ts';
import { kindOf, readAttributeName } from '../../../kernel/formats/attribute-kinds.ts';
import type { Vehicle } from '../../../live/fleet.ts';
import { dayFigure, instantFigure } from '../../../ui/sheets/sheet-value.ts';
import { deviceAttributeText } from '../panel/device-attribute-text.ts';
import type { CellTextContext } from './cell-text.ts';
import { attributeOf, isNamed, type ColumnId } from './columns.ts';

const CIVIL = /^\d{4}-\d\d-\d\d$/;

const withUnit = (digits: string, sign: string): string => (sign === '' ? digits : `${digits}" ${sign}"`);
const SPEED_SIGNS = { kmh: 'km/h', mph: 'mph', kn: 'kn' } as const;
const DISTANCE_SIGNS = { km: 'km', mi: 'mi', nmi: 'NM' } as const;

export interface SheetReader {
  readonly choices: DisplayChoices;
  readonly textContext: CellTextContext;
}

/** A number for a spreadsheet, in the reader's units and date order; null = text, or unknown. */
export function cellFigure(id: ColumnId, { device, position }: Vehicle, reader: SheetReader): SheetCell {
  const { choices } = reader;
  if (id === 'lastUpdate')
    return device.lastUpdate === null ? null : instantFigure(Date.parse(device.lastUpdate), choices);
  if (id === 'speed') return position === null ? null : speedCell(position.speed, choices);
  if (isReading(id)) {
    const found = position === null ? null : readingOf(id, position.attributes);
    return found === null ? null : figureOf(found.key, found.value, choices);
  }
  const key = isNamed(id) ? null : attributeOf(id);
  return key === null ? null : ownFigure(key, device.attributes[key], reader);
}

const isReading = (id: ColumnId): id is Reading => Object.hasOwn(READINGS, id);

/** A value that needs the label of its field (money, states) stays text. */
function ownFigure(
  key: string,
  value: AttributeValue | undefined,
  { choices, textContext }: SheetReader,
): SheetCell {
  if (typeof value === 'string' && CIVIL.test(value)) return dayFigure(value, choices);
  if (typeof value !== 'number') return null;
  const isPlain = deviceAttributeText(key, value, textContext) === textContext.format.number(value, 3);
  return isPlain ? value : null;
}

function figureOf(key: string, value: AttributeValue, choices: DisplayChoices): SheetCell {
  if (typeof value !== 'number') return null;
  switch (kindOf(readAttributeName(key))) {
    case 'distance':
      return {
        number: rounded(distanceIn(value, choices.distanceUnit)),
        format: withUnit('#,##0.0', DISTANCE_SIGNS[choices.distanceUnit]),
      };
    case 'duration':
      return { number: rounded(value / HOUR_MS), format: withUnit('#,##0.0', 'h') };
    case 'volt':
      return { number: value, format: withUnit('0.00', 'V') };
    case 'percent':
      return { number: value, format: '0"%"' };
    case 'litre':
      return { number: value, format: withUnit('#,##0.0', 'L') };
    default:
      return value;
  }
}

const speedCell = (speed: number, choices: DisplayChoices): SheetCell => ({
  number: rounded(speedIn(knots(speed), choices.speedUnit)),
  format: withUnit('0', SPEED_SIGNS[choices.speedUnit]),
});

const rounded = (value: number): number => Math.round(value * 10) / 10;
