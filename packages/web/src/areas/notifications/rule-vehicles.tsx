import { useTranslation } from 'react-i18next';
import { AddVehicle } from '../../kernel/fleet/add-vehicle.tsx';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { Chip } from '../../ui/chip.tsx';
import styles from './notifications.module.css';
import { useRuleReach } from './use-rule-links.ts';

export interface RuleVehiclesProps {
  readonly ruleId: number;
  readonly always: boolean;
  /** Chosen here, linked when the rule is saved. */
  readonly deviceIds: readonly number[];
  /** Why it cannot be saved; null = it can. */
  readonly problem: string | null;
  readonly mayEdit: boolean;
  readonly onChange: (deviceIds: readonly number[]) => void;
}

/** For which vehicles the rule is, where it is not for all, and how far it reaches before it is saved. */
export function RuleVehicles(props: RuleVehiclesProps) {
  const { ruleId, always, deviceIds, problem, mayEdit, onChange } = props;
  const { t } = useTranslation('notifications');
  const reach = useRuleReach(ruleId, { always, deviceIds });
  return (
    <div className={styles.vehicles}>
      {!always && (
        <>
          {deviceIds.map((id) => (
            <VehicleChip
              key={id}
              id={id}
              onRemove={() => onChange(deviceIds.filter((each) => each !== id))}
            />
          ))}
          {mayEdit && <AddVehicle visibleIds={deviceIds} onAdd={(id) => onChange([...deviceIds, id])} />}
        </>
      )}
      {problem !== null && (
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
      {reach !== null && (
        <p className={styles.reach} role="status" data-nobody={reach.vehicles === 0}>
          {reach.vehicles === 0
            ? t('notifications:reach.nobody')
            : `${t('notifications:reach.vehicles', { count: reach.vehicles })} ${t('notifications:reach.users', { count: reach.users })}`}
        </p>
      )}
    </div>
  );
}

function VehicleChip({ id, onRemove }: { readonly id: number; readonly onRemove: () => void }) {
  const { t } = useTranslation('notifications');
  const name = useVehicle(id)?.device.name ?? String(id);
  return <Chip name={name} removeLabel={t('notifications:reach.remove', { name })} onRemove={onRemove} />;
}
