import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { mayBrand } from '@rastro/fleet';
import { LAYOUT_LIMITS, type Layout, type LayoutContent, type Layouts } from '@rastro/fleet/layouts';
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useWrite } from '../../kernel/queries/use-write.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { DialogFailure, Modal } from '../../ui/dialog/modal.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { LAYOUTS_KEY } from './use-layouts.ts';

/** Few open it: its code comes then. */
const LateWalls = latePart('notice', async () => (await import('./wall/walls-dialog.tsx')).WallsDialog);

type Asked = 'new' | 'copy' | 'rename' | 'remove' | 'reset' | 'share' | 'unshare' | 'walls' | null;

export interface OverviewMenuProps {
  readonly known: Layouts;
  /** Null = a default is shown. */
  readonly id: number | null;
  readonly content: LayoutContent;
  readonly standard: LayoutContent;
  /** The same figures as a report, to be stored, mailed and downloaded; null = there are none. */
  readonly reportPath: string | null;
  readonly onEdit: (part: Partial<LayoutContent>) => void;
  readonly onOpen: (id: number | null) => void;
}

/** Actions on a whole overview. */
export function OverviewMenu(props: OverviewMenuProps) {
  const { known, id, reportPath } = props;
  const { t } = useTranslation('overview');
  const { user, branding } = useSignedIn();
  const [asked, setAsked] = useState<Asked>(null);
  const isFull = known.layouts.length >= LAYOUT_LIMITS.layouts;
  const hasCustomers = mayBrand(user, branding.brand);
  const item = (name: Exclude<Asked, null>, disabled = false) => (
    <Menu.Item disabled={disabled} onClick={() => setAsked(name)}>
      {t(`overview:menu.${name}`)}
    </Menu.Item>
  );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('overview:menu.label')}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {item('new', isFull)}
          {item('copy', isFull)}
          {item('rename')}
          {item('reset')}
          {reportPath !== null && (
            <Menu.Item component={Link} to={reportPath}>
              {t('overview:menu.report')}
            </Menu.Item>
          )}
          {id !== null && item('remove')}
          <Menu.Divider />
          {item('walls')}
          {hasCustomers && <Menu.Divider />}
          {hasCustomers && item('share')}
          {known.forCustomers !== null && hasCustomers && item('unshare')}
        </Menu.Dropdown>
      </Menu>
      {asked === 'walls' && <LateWalls layouts={known.layouts} openId={id} onClose={() => setAsked(null)} />}
      {(asked === 'new' || asked === 'copy' || asked === 'rename') && (
        <NameDialog {...props} asked={asked} onClose={() => setAsked(null)} />
      )}
      {(asked === 'remove' || asked === 'reset' || asked === 'share' || asked === 'unshare') && (
        <Question {...props} asked={asked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

type DialogProps<A extends string> = OverviewMenuProps & {
  readonly asked: A;
  readonly onClose: () => void;
};

function NameDialog({
  asked,
  content,
  standard,
  onEdit,
  onOpen,
  onClose,
}: DialogProps<'new' | 'copy' | 'rename'>) {
  const { t } = useTranslation('overview');
  const { extension } = useServices();
  const queries = useQueryClient();
  const failureText = useFailureText();
  const [name, setName] = useState(asked === 'rename' ? content.name : '');
  const { run, busy, failure } = useWrite<LayoutContent, Layout>(
    (wanted, signal) => extension.layouts.add(wanted, signal),
    { touches: LAYOUTS_KEY },
  );
  const isWrong = name.trim() === '' || name.trim().length > LAYOUT_LIMITS.name;
  const submit = async (): Promise<void> => {
    if (isWrong) return;
    if (asked === 'rename') onEdit({ name: name.trim() });
    else {
      const answer = await run({ ...(asked === 'copy' ? content : standard), name: name.trim() });
      if (answer?.ok !== true) return;
      queries.setQueryData<Layouts>(LAYOUTS_KEY, (old) =>
        old === undefined || old.layouts.some(({ id }) => id === answer.value.id)
          ? old
          : { ...old, layouts: [...old.layouts, answer.value] },
      );
      onOpen(answer.value.id);
    }
    onClose();
  };
  return (
    <Modal title={t(`overview:menu.${asked}`)} busy={busy} onClose={onClose}>
      <DialogForm submit={t('overview:save')} busy={busy} onSubmit={() => void submit()} onCancel={onClose}>
        <TextInput
          label={t('overview:name')}
          value={name}
          maxLength={LAYOUT_LIMITS.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogFailure text={failure === null ? null : failureText(failure)} />
      </DialogForm>
    </Modal>
  );
}

type Certain = 'remove' | 'reset' | 'share' | 'unshare';
function Question({ asked, id, content, standard, onEdit, onOpen, onClose }: DialogProps<Certain>) {
  const { t } = useTranslation('overview');
  const { extension } = useServices();
  const queries = useQueryClient();
  const failureText = useFailureText();
  const { run, busy, failure } = useWrite<null, Layouts>((_nothing, signal) =>
    asked === 'remove'
      ? extension.layouts.remove(id ?? 0, signal)
      : extension.layouts.setDefault(asked === 'share' ? content : null, signal),
  );
  const confirm = async (): Promise<void> => {
    if (asked === 'reset') {
      const { widgets, period, groupIds, deviceIds } = standard;
      onEdit({ widgets, period, groupIds, deviceIds });
    } else {
      const answer = await run(null);
      if (answer?.ok !== true) return;
      if (asked === 'remove') onOpen(answer.value.layouts[0]?.id ?? null);
      queries.setQueryData<Layouts>(LAYOUTS_KEY, answer.value);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={t(`overview:menu.${asked}`)}
      text={t(`overview:ask.${asked}`, { name: content.name })}
      confirm={t(`overview:menu.${asked}`)}
      isHarmless={asked !== 'remove'}
      busy={busy}
      failure={failure === null ? null : failureText(failure)}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
