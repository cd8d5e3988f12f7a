import {
  decide,
  languageAttribute,
  DISTANCE_ATTRIBUTE,
  HOUR12_ATTRIBUTE,
  SPEED_ATTRIBUTE,
  TEMPERATURE_ATTRIBUTE,
  matchLanguage,
} from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { displayChoices } from '../../kernel/formats/display-choices.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountForm } from './account-form.tsx';
import { accountValues } from './account-values.ts';

/** One's own account. */
export function AccountPanel() {
  const { t, i18n } = useTranslation(['account', 'errors', 'map']);
  const signedIn = useSignedIn();
  const { user, server, branding } = signedIn;
  const language = matchLanguage(i18n.language) ?? 'en';
  const shown = displayChoices(signedIn, language);
  const languageKey = languageAttribute(branding.brand);
  const context = { brand: branding.brand, plus: server.plus, serverAttributes: server.server.attributes };
  const isReadonly = !user.administrator && (user.readonly || server.server.readonly);
  const mayEdit = !isReadonly && decide(user, 'users.selfEdit', context).allowed;
  return (
    <Panel title={t('account:title')}>
      <AccountForm
        key={user.id}
        user={user}
        languageKey={languageKey}
        mayEdit={mayEdit}
        initial={accountValues(user, {
          language,
          languageKey,
          coordinateFormat: shown.coordinateFormat,
          attributes: {
            [SPEED_ATTRIBUTE]: shown.speedUnit,
            [DISTANCE_ATTRIBUTE]: shown.distanceUnit,
            [TEMPERATURE_ATTRIBUTE]: shown.temperatureUnit,
            [HOUR12_ATTRIBUTE]: shown.hour12,
          },
        })}
      />
    </Panel>
  );
}
