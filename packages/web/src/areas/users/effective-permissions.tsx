import { MINUTE_MS } from '@rastro/base';
import { decide } from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { useTranslation } from 'react-i18next';
import { accountState } from '../../kernel/accounts/account-state.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import form from '../../ui/form.module.css';
import { useNow } from '../../ui/use-now.ts';
import { RIGHTS_BY_AREA } from './rights-choice.ts';
import { changedUser, type UserContext, type UserValues } from './user-values.ts';
import styles from './users.module.css';

interface EffectivePermissionsProps {
  readonly user: UserWrite;
  readonly values: UserValues;
  readonly context: UserContext;
}

/**
 * Effective permissions of the user, with reasons: for the form as it is now, by the function that the gateway
 * enforces.
 */
export function EffectivePermissions({ user, values, context }: EffectivePermissionsProps) {
  const { t } = useTranslation('users');
  const { server } = useSignedIn();
  const now = useNow(MINUTE_MS);
  const subject = { ...changedUser(user, values, context), password: null };
  const licence = {
    brand: context.brand,
    plus: server.plus,
    serverAttributes: server.server.attributes,
  };
  const state = accountState(subject, now);
  return (
    <section className={form.group} aria-label={t('users:sees')}>
      <h2 className={form.legend}>{t('users:sees')}</h2>
      {state !== 'active' && <p className={form.notice}>{t(`users:why.${state}`)}</p>}
      <ul className={styles.why}>
        {RIGHTS_BY_AREA.map(([area, rights]) => {
          const [first] = rights;
          if (first === undefined) return null;
          const { allowed } = decide(subject, first, licence);
          const missing = rights.filter((right) => !decide(subject, right, licence).allowed).length;
          return (
            <li key={area}>
              {t(`users:area.${area}`)}
              {': '}
              {!allowed
                ? t('users:why.missing')
                : missing > 0
                  ? t('users:why.part', { count: missing })
                  : t('users:why.all')}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
