import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { Integrations } from '@rastro/fleet';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { failureIn, valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { ListLoading, ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { INTEGRATION_PARTS, type IntegrationPart } from './integration-values.ts';
import styles from './integrations.module.css';
import { InvoiceForm } from './invoice-form.tsx';
import { MailForm } from './mail-form.tsx';
import { PaymentForm } from './payment-form.tsx';

const ROW_PX = 48;
const QUERY = ['integrations'];
const FORMS = { payment: PaymentForm, smtp: MailForm, invoice: InvoiceForm } as const;

/** Payment and mail settings of an issuer. */
export function IntegrationsPanel() {
  const { t } = useTranslation('integrations');
  const navigate = useNavigate();
  const params = useParams();
  const part = INTEGRATION_PARTS.find((each) => each === params['part']) ?? 'payment';
  return (
    <Panel title={t('integrations:title')} tall>
      <Tabs value={part} onChange={(name) => void navigate(`/integrations/${name ?? 'payment'}`)}>
        <Tabs.List className={styles.tabs} aria-label={t('integrations:title')}>
          {INTEGRATION_PARTS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`integrations:part.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Loaded part={part} />
    </Panel>
  );
}

function Loaded({ part }: { readonly part: IntegrationPart }) {
  const { t } = useTranslation('integrations');
  const failureText = useFailureText();
  const { extension } = useServices();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery<Integrations>({
    queryKey: QUERY,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await extension.integrations.read(signal)),
  });
  if (data !== undefined) {
    const Form = FORMS[part];
    return (
      <Form
        key={part}
        integrations={data}
        onWritten={(written) => void queries.setQueryData(QUERY, written)}
      />
    );
  }
  if (error === null) return <ListLoading rowPx={ROW_PX} />;
  return (
    <ListMessage
      role="alert"
      icon={<CloudOff strokeWidth={1.25} aria-hidden />}
      title={t('integrations:failed')}
      text={failureText(failureIn(error))}
      action={{ label: t('common:list.retry'), onClick: () => void refetch() }}
    />
  );
}
