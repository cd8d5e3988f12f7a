import { attributeName, SERVER_ATTRIBUTES, type ServerSettings } from '@rastro/fleet';
import { HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';

/** In place of a screen about money, for who can switch billing on. */
export function BillingOff() {
  const { t } = useTranslation('billing');
  const { client, session } = useServices();
  const { branding } = useSignedIn();
  const failureText = useFailureText();
  const { failure, run } = useWrite<null, ServerSettings>(async (_nothing, signal) => {
    // The whole record is written, so it begins with what the server has now.
    const fresh = await client.server.read(signal);
    if (!fresh.ok) return fresh;
    const { server } = fresh.value;
    const name = attributeName(branding.brand, SERVER_ATTRIBUTES.enableBilling);
    return client.server.update({ ...server, attributes: { ...server.attributes, [name]: true } }, signal);
  });
  const switchOn = async (): Promise<void> => {
    const answer = await run(null);
    if (answer?.ok === true) session.setServer(answer.value);
  };
  return (
    <Panel title={t('billing:title')} tall>
      <ListMessage
        icon={<HandCoins strokeWidth={1.25} aria-hidden />}
        title={t('billing:off.title')}
        text={t('billing:off.text')}
        action={{ label: t('billing:off.act'), onClick: () => void switchOn() }}
      />
      {failure !== null && <p role="alert">{failureText(failure)}</p>}
    </Panel>
  );
}
