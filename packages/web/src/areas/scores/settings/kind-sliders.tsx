import { SCORE_KINDS, UNIT_OF_KIND, type ScoreKind, type ScoreSettings } from '@rastro/fleet/scores';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import styles from './settings.module.css';
import { Slider } from './slider.tsx';

const WEIGHTS: readonly number[] = Array.from({ length: 51 }, (_, at) => at);
/** Closer where a little makes a difference. */
const HALVES: readonly number[] = [
  0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 70, 100,
];

export interface SlidersProps {
  readonly draft: ScoreSettings;
  readonly onChange: (draft: ScoreSettings) => void;
}

/** Weight and half-value of each kind. */
export function KindSliders({ draft, onChange }: SlidersProps) {
  const { t } = useTranslation('scores');
  const total = SCORE_KINDS.reduce((sum, kind) => sum + draft.kinds[kind].weight, 0);
  const format = useFormat();
  return (
    <fieldset className={styles.fields}>
      <legend className={styles.legend}>{t('scores:settings.kinds')}</legend>
      <p className={styles.hint}>{t('scores:settings.kindsHint', { total: format.number(total) })}</p>
      {SCORE_KINDS.map((kind) => (
        <KindRow
          key={kind}
          kind={kind}
          rule={draft.kinds[kind]}
          onChange={(rule) => onChange({ ...draft, kinds: { ...draft.kinds, [kind]: rule } })}
        />
      ))}
    </fieldset>
  );
}

type Rule = ScoreSettings['kinds'][ScoreKind];
interface KindRowProps {
  readonly kind: ScoreKind;
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

function KindRow({ kind, rule: { weight, half }, onChange }: KindRowProps) {
  const { t } = useTranslation('scores');
  const format = useFormat();
  const name = t(`scores:kind.${kind}`);
  const halfText = t(`scores:unit.${UNIT_OF_KIND[kind]}`, { value: format.number(half, 1) });
  return (
    <div className={styles.row}>
      <span className={styles.kind}>{name}</span>
      <Slider
        label={t('scores:settings.weightOf', { kind: name })}
        steps={WEIGHTS}
        value={weight}
        text={weight === 0 ? t('scores:settings.off') : format.number(weight)}
        onChange={(next) => onChange({ weight: next, half })}
      />
      <Slider
        label={t('scores:settings.halfOf', { kind: name })}
        steps={HALVES}
        value={half}
        text={halfText}
        onChange={(next) => onChange({ weight, half: next })}
      />
    </div>
  );
}
