import { Anchor } from '@mantine/core';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import type { User } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useNow } from '../../ui/use-now.ts';
import { roleOf, stateOf } from './user-facts.ts';
import styles from './user-panel.module.css';

const ROW_PX = 48;
const MINUTE_MS = 60_000;
const MAIL = 'mailto:';
const PHONE = 'tel:';

/** Who a person is, what they may do, and how to reach them. */
export function UserPanel() {
  const { t } = useTranslation('users');
  const failureText = useFailureText();
  const { client } = useServices();
  const id = Number(useParams().userId);
  const { data, error, refetch } = useQuery<User>({
    queryKey: ['users', id],
    queryFn: async ({ signal }) => valueOf(await client.users.read(id, signal)),
  });
  return (
    <Panel title={data?.name ?? t('users:person')}>
      {data !== undefined ? (
        <Facts user={data} />
      ) : error === null ? (
        <ListLoading rowPx={ROW_PX} />
      ) : (
        <ListMessage
          role="alert"
          icon={<CloudOff strokeWidth={1.25} aria-hidden />}
          title={t('users:failed')}
          text={failureText(failureIn(error))}
          action={{ label: t('common:list.retry'), onClick: () => void refetch() }}
        />
      )}
    </Panel>
  );
}

function Facts({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const now = useNow(MINUTE_MS);
  const { email, login, phone, expirationTime, deviceLimit, userLimit } = user;
  const limit = (value: number): string => (value < 0 ? t('users:unlimited') : format.number(value));
  const digits = (phone ?? '').replace(/\D/g, '');
  return (
    <dl className={styles.facts}>
      <Fact name={t('users:role.label')}>{t(`users:role.${roleOf(user)}`)}</Fact>
      <Fact name={t('users:state.label')}>{t(`users:state.${stateOf(user, now)}`)}</Fact>
      {login !== null && login !== '' && <Fact name={t('users:login')}>{login}</Fact>}
      {email !== '' && (
        <Fact name={t('users:email')}>
          <Anchor href={`${MAIL}${email}`} size="sm">
            {email}
          </Anchor>
        </Fact>
      )}
      {digits !== '' && (
        <Fact name={t('users:phone')}>
          <Anchor href={`${PHONE}${phone}`} size="sm">
            {phone}
          </Anchor>
          {' · '}
          <Anchor href={`https://wa.me/${digits}`} size="sm" target="_blank" rel="noreferrer">
            {t('users:whatsapp')}
          </Anchor>
        </Fact>
      )}
      {expirationTime !== null && (
        <Fact name={t('users:expires')}>{format.moment(Date.parse(expirationTime))}</Fact>
      )}
      <Fact name={t('users:deviceLimit')}>{limit(deviceLimit)}</Fact>
      <Fact name={t('users:userLimit')}>{limit(userLimit)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
