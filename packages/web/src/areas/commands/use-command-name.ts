import { useTranslation } from 'react-i18next';

/** A command in the user's words; a type that has none is called by its name. */
export function useCommandName(): (command: {
  readonly type: string;
  readonly description?: string | null;
}) => string {
  const { t, i18n } = useTranslation('commands');
  return ({ type, description = null }) => {
    if (description !== null && description !== '') return description;
    return i18n.exists(`commands:type.${type}`) ? t(`commands:type.${type}`) : type;
  };
}
