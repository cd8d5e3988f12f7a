import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import type { Integrations } from '@rastro/fleet';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { useServices } from '../../kernel/services.tsx';
import { Panel } from '../../ui/panel.tsx';
import { INTEGRATION_PARTS, type IntegrationPart } from './integration-values.ts';
import styles from './integrations.module.css';
import { InvoiceForm } from './invoice-form.tsx';
import { MailForm } from './mail-form.tsx';
import { PaymentForm } from './payment-form.tsx';

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
      <PartForm part={part} />
    </Panel>
  );
}

function PartForm({ part }: { readonly part: IntegrationPart }) {
  const { t } = useTranslation('integrations');
  const { extension } = useServices();
  const queries = useQueryClient();
  const query = useQuery<Integrations>({
    queryKey: QUERY,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => valueOf(await extension.integrations.read(signal)),
  });
  const Form = FORMS[part];
  return (
    <Loaded query={query} failed={t('integrations:failed')}>
      {(integrations) => (
        <Form
          key={part}
          integrations={integrations}
          onWritten={(written) => void queries.setQueryData(QUERY, written)}
        />
      )}
    </Loaded>
  );
}
