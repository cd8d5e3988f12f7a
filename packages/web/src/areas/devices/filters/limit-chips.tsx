import { useTranslation } from 'react-i18next';
import { NONE_CHOSEN } from '../../../kernel/fleet/chosen-address.ts';
import { UNKNOWN_MEMBERS, useMembers } from '../../../kernel/fleet/use-chosen-vehicles.ts';
import { useGeofences } from '../../../kernel/queries/use-geofences.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import { Chip } from '../../../ui/chip.tsx';
import list from '../../../ui/list/list.module.css';
import type { ListChoice } from './list-query.ts';

interface LimitChipsProps {
  readonly choice: Pick<ListChoice, 'chosen' | 'insideId'>;
  readonly onChange: (part: Partial<ListChoice>) => void;
}

/** Limits that a link has brought, which no field of the form shows; each can be removed. */
export function LimitChips({ choice: { chosen, insideId }, onChange }: LimitChipsProps) {
  const { t } = useTranslation(['common', 'devices']);
  const members = useMembers(chosen);
  const { may } = useRights();
  const { data: fences } = useGeofences(insideId !== null && may('geofences.view'));
  const isKnown = members !== null && members !== UNKNOWN_MEMBERS;
  if (!isKnown && insideId === null) return null;
  return (
    <p className={list.limits}>
      {isKnown && (
        <Chip
          name={t('common:chosen.count', { count: members.size })}
          removeLabel={t('common:chosen.clear')}
          onRemove={() => onChange({ chosen: NONE_CHOSEN })}
        />
      )}
      {insideId !== null && (
        <Chip
          name={t('devices:filters.inside', {
            name: fences?.find(({ id }) => id === insideId)?.name ?? String(insideId),
          })}
          removeLabel={t('devices:filters.insideClear')}
          onRemove={() => onChange({ insideId: null })}
        />
      )}
    </p>
  );
}
