import { dateIn } from '@rastro/fleet/billing';
import { rulesOn, type DriverMonth } from '@rastro/fleet/working-hours';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './hours.module.css';
import { profileOf, valueOfRule } from './rule-text.ts';
import { SourceLink } from './source-link.tsx';

/** The rules that judge the driver, each with its number, its first day and its law. */
export function RulesNow({ month: { settings, until } }: { readonly month: DriverMonth }) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const { family, service, zone, version } = settings;
  const rules = rulesOn(profileOf(settings), dateIn(zone, until));
  return (
    <section className={styles.part} aria-label={t('hours:rules.label')}>
      <h2>{t('hours:rules.label')}</h2>
      <p className={styles.quiet}>
        {[t(`hours:family.${family}`), t(`hours:service.${service}`), zone.replaceAll('_', ' ')].join(' · ')}{' '}
        {version === 0 && t('hours:rules.usual')}
      </p>
      <details className={styles.rules}>
        <summary>{t('hours:rules.open', { count: rules.length })}</summary>
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('hours:rules.rule')}</th>
                <th scope="col">{t('hours:rules.value')}</th>
                <th scope="col">{t('hours:rules.since')}</th>
                <th scope="col">{t('hours:rules.source')}</th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <tr key={rule.id}>
                  <th scope="row">{t(`hours:rule.${rule.kind}`)}</th>
                  <td>{format.duration(valueOfRule(rule))}</td>
                  <td>{format.day(rule.validFrom)}</td>
                  <td>
                    <SourceLink source={rule.source} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className={styles.quiet}>{t('hours:rules.advice')}</p>
      </details>
    </section>
  );
}
