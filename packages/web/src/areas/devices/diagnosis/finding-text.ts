import type { DiagnosisFinding, LinkEnd } from '@rastro/fleet';
import type { TFunction } from 'i18next';
import type { Format } from '../../../i18n/format.ts';
import { attributeText } from '../../../kernel/formats/attribute-text.ts';

export interface FindingTextContext {
  readonly t: TFunction<readonly ['devices', 'attributes', 'diagnosis']>;
  readonly format: Format;
}

/** One fact in the user's words and units. */
export function findingText(
  { kind, at, value, count }: DiagnosisFinding,
  findingTextContext: FindingTextContext,
): string {
  const { t, format } = findingTextContext;
  return t(`diagnosis:fact.${kind}`, {
    at: at === null ? t('devices:unknown') : format.moment(Date.parse(at)),
    value: valueText({ kind, value }, findingTextContext),
    times: format.number(count ?? 0),
  });
}

function valueText(
  { kind, value }: Pick<DiagnosisFinding, 'kind' | 'value'>,
  { t, format }: FindingTextContext,
): string {
  if (value === null) return t('devices:unknown');
  switch (kind) {
    case 'disconnected':
      return t(`diagnosis:end.${value as LinkEnd}`);
    case 'refused':
      return t(`diagnosis:refused.${value as 'disabled' | 'expired' | 'secret'}`);
    case 'alarm':
    case 'power':
    case 'battery':
    case 'batteryLevel':
    case 'ignition':
      return attributeText(kind, value, { t, format });
    default:
      return typeof value === 'number' ? format.number(value, 2) : String(value);
  }
}
