import type { DefectSeverity, DefectState, InspectionResult } from '@rastro/fleet/inspections';
import {
  CircleAlert,
  CircleCheck,
  CircleDot,
  Clock3,
  OctagonAlert,
  TriangleAlert,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StateChip, type StateChipProps } from '../../ui/state-chip.tsx';

interface Style {
  readonly icon: LucideIcon;
  readonly tone: StateChipProps['tone'];
}
const RESULTS: Readonly<Record<InspectionResult, Style>> = {
  clean: { icon: CircleCheck, tone: 'plain' },
  minor: { icon: CircleAlert, tone: 'plain' },
  major: { icon: TriangleAlert, tone: 'warning' },
  unsafe: { icon: OctagonAlert, tone: 'bad' },
};
const STATES: Readonly<Record<DefectState, Style>> = {
  open: { icon: CircleDot, tone: 'bad' },
  inWork: { icon: Wrench, tone: 'warning' },
  deferred: { icon: Clock3, tone: 'warning' },
  repaired: { icon: CircleCheck, tone: 'plain' },
  noRepairNeeded: { icon: CircleCheck, tone: 'plain' },
  confirmed: { icon: CircleCheck, tone: 'plain' },
};

/** Result of an inspection in words. */
export function ResultChip({ result }: { readonly result: InspectionResult }) {
  const { t } = useTranslation('inspections');
  return <StateChip {...RESULTS[result]}>{t(`inspections:result.${result}`)}</StateChip>;
}
export function SeverityChip({ severity }: { readonly severity: DefectSeverity }) {
  const { t } = useTranslation('inspections');
  return <StateChip {...RESULTS[severity]}>{t(`inspections:severity.${severity}`)}</StateChip>;
}
export function DefectStateChip({ state }: { readonly state: DefectState }) {
  const { t } = useTranslation('inspections');
  return <StateChip {...STATES[state]}>{t(`inspections:state.${state}`)}</StateChip>;
}
