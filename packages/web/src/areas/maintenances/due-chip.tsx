import type { MaintenanceDue } from '@rastro/fleet';
import { Wrench } from 'lucide-react';
import { StateChip } from '../../ui/state-chip.tsx';
import { useDueText } from './use-due-text.ts';

const TONES = { overdue: 'bad', soon: 'warning', ahead: 'plain', unknown: 'plain', done: 'plain' } as const;

/** Due date of a vehicle's maintenance. */
export function DueChip({ due, type }: { readonly due: MaintenanceDue; readonly type: string }) {
  const text = useDueText();
  return (
    <StateChip icon={Wrench} tone={TONES[due.state]}>
      {text.state(due, type)}
    </StateChip>
  );
}
