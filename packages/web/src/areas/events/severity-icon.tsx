import { severityOf, type FleetEvent, type Severity } from '@rastro/fleet';
import { Info, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './severity-icon.module.css';

/** Distinguished by their shape, not by color alone. */
const ICONS: Readonly<Record<Severity, LucideIcon>> = {
  critical: OctagonAlert,
  warning: TriangleAlert,
  notice: Info,
};

/** Severity of an event, as a shape, a color and a label. */
export function SeverityIcon({ event }: { readonly event: Pick<FleetEvent, 'type' | 'attributes'> }) {
  const { t } = useTranslation('alarms');
  const severity = severityOf(event);
  const Icon = ICONS[severity];
  const label = t(`alarms:severity.${severity}`);
  return (
    <span className={styles.mark} data-severity={severity} role="img" aria-label={label} title={label}>
      <Icon size={17} aria-hidden />
    </span>
  );
}
