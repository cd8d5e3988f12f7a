import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { DAY_MS } from '@rastro/base';
import { matchLanguage } from '@rastro/fleet';
import { DEFAULT_LAYOUT_ID, WALL_LIMITS, type Layout, type NewWall } from '@rastro/fleet/layouts';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useZone } from '../../../kernel/formats/use-zone.ts';
import { useWrite } from '../../../kernel/queries/use-write.ts';
import { useServices } from '../../../kernel/services.tsx';
import { DialogForm } from '../../../ui/dialog/dialog-form.tsx';
import { DialogActions, DialogFailure, Modal } from '../../../ui/dialog/modal.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import styles from './walls.module.css';

const SECONDS = [10, 15, 20, 30, 45, 60, 90, 120] as const;
const TERMS = { d1: 1, d7: 7, d30: 30, d90: 90, d365: 365 } as const;
type Term = keyof typeof TERMS;
const isTerm = (name: string): name is Term => Object.hasOwn(TERMS, name);

interface Wanted {
  readonly name: string;
  readonly layoutIds: readonly number[];
  readonly map: boolean;
  readonly seconds: number;
  readonly term: Term;
  readonly personal: boolean;
}
export interface NewWallDialogProps {
  readonly layouts: readonly Layout[];
  readonly openId: number | null;
  readonly onClose: () => void;
}

/** A new screen; its link is shown this once. */
export function NewWallDialog({ layouts, openId, onClose }: NewWallDialogProps) {
  const { t } = useTranslation('wall');
  const [made, setMade] = useState<NewWall | null>(null);
  const [isTried, setTried] = useState(false);
  const [wanted, setWanted] = useState<Wanted>({
    name: '',
    layoutIds: [openId ?? DEFAULT_LAYOUT_ID],
    map: true,
    seconds: WALL_LIMITS.seconds.usual,
    term: 'd365',
    personal: false,
  });
  const { run, busy, failure } = useMaking();
  const failureText = useFailureText();
  const edit = (part: Partial<Wanted>): void => setWanted((before) => ({ ...before, ...part }));
  const { name, layoutIds, map } = wanted;
  const isNameless = name.trim() === '';
  const isNothing = layoutIds.length === 0 && !map;
  const submit = async (): Promise<void> => {
    setTried(true);
    if (isNameless || isNothing) return;
    const answer = await run(wanted);
    if (answer?.ok === true) setMade(answer.value);
  };
  if (made !== null) return <MadeWall wall={made} onClose={onClose} />;
  return (
    <Modal title={t('wall:list.new')} busy={busy} onClose={onClose}>
      <DialogForm submit={t('wall:form.make')} busy={busy} onSubmit={() => void submit()} onCancel={onClose}>
        <TextInput
          label={t('wall:form.name')}
          placeholder={t('wall:form.namePlaceholder')}
          value={name}
          maxLength={WALL_LIMITS.name}
          error={isTried && isNameless && t('wall:form.nameMissing')}
          onChange={(event) => edit({ name: event.currentTarget.value })}
        />
        <Contents wanted={wanted} layouts={layouts} isMissing={isTried && isNothing} onEdit={edit} />
        <Times wanted={wanted} onEdit={edit} />
        <Checkbox
          label={t('wall:form.personal')}
          description={t('wall:form.personalHint')}
          checked={wanted.personal}
          onChange={(event) => edit({ personal: event.currentTarget.checked })}
        />
        <DialogFailure text={failure === null ? null : failureText(failure)} />
      </DialogForm>
    </Modal>
  );
}

/** A login token of the user goes with it: with it the figures are read. Without the wall it ends at once. */
function useMaking() {
  const { client, extension } = useServices();
  const { i18n } = useTranslation();
  const zone = useZone();
  return useWrite<Wanted, NewWall>(
    async ({ term, name, ...wanted }, signal) => {
      const expiration = new Date(Date.now() + TERMS[term] * DAY_MS);
      const token = await client.session.createToken({ expiration, name: name.trim() }, signal);
      if (!token.ok) return token;
      const made = await extension.walls.add(
        {
          ...wanted,
          layoutIds: [...wanted.layoutIds],
          name: name.trim(),
          expiration: expiration.toISOString(),
          loginToken: token.value,
          zone,
          language: matchLanguage(i18n.language) ?? 'en',
        },
        signal,
      );
      // Also when the dialog was left meanwhile, which has ended the signal: nobody else knows of it.
      if (!made.ok) await client.session.revokeToken(token.value, new AbortController().signal);
      return made;
    },
    { touches: ['walls'] },
  );
}

interface PartProps {
  readonly wanted: Wanted;
  readonly onEdit: (part: Partial<Wanted>) => void;
}
/** Overviews and the map. */
function Contents({
  wanted: { layoutIds, map },
  layouts,
  isMissing,
  onEdit,
}: PartProps & { readonly layouts: readonly Layout[]; readonly isMissing: boolean }) {
  const { t } = useTranslation('wall');
  const offered = layouts.length > 0 ? layouts : [{ id: DEFAULT_LAYOUT_ID, name: t('wall:form.standard') }];
  const choose = (id: number, isChosen: boolean): void => {
    // In the order in which they stand in the overview.
    const chosen = new Set(isChosen ? [...layoutIds, id] : layoutIds.filter((each) => each !== id));
    onEdit({ layoutIds: offered.map((each) => each.id).filter((each) => chosen.has(each)) });
  };
  return (
    <fieldset className={styles.what}>
      <legend>{t('wall:form.what')}</legend>
      {offered.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={layoutIds.includes(id)}
          onChange={(event) => choose(id, event.currentTarget.checked)}
        />
      ))}
      <Checkbox
        label={t('wall:form.map')}
        checked={map}
        onChange={(event) => onEdit({ map: event.currentTarget.checked })}
      />
      {isMissing && (
        <p className={styles.wrong} role="alert">
          {t('wall:form.whatMissing')}
        </p>
      )}
    </fieldset>
  );
}

function Times({ wanted: { seconds, term }, onEdit }: PartProps) {
  const { t } = useTranslation('wall');
  return (
    <div className={styles.times}>
      <NativeSelect
        label={t('wall:form.seconds')}
        value={String(seconds)}
        data={SECONDS.map((count) => ({ value: String(count), label: t('wall:form.secondsOf', { count }) }))}
        onChange={(event) => onEdit({ seconds: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t('wall:form.until')}
        value={term}
        data={Object.keys(TERMS).map((name) => ({ value: name, label: t(`wall:form.term.${name}`) }))}
        onChange={({ currentTarget: { value } }) => isTerm(value) && onEdit({ term: value })}
      />
    </div>
  );
}

function MadeWall({ wall, onClose }: { readonly wall: NewWall; readonly onClose: () => void }) {
  const { t } = useTranslation('wall');
  const format = useFormat();
  const { isCopied, copy } = useCopy();
  const { name, token, expiration } = wall;
  const link = new URL(`/overview/wall/${token}`, location.origin).href;
  return (
    <Modal
      title={t('wall:made.title', { name })}
      lead={t('wall:made.lead', { until: format.dateTime(Date.parse(expiration)) })}
      isQuestion
      onClose={onClose}
    >
      <TextInput
        className={styles.link}
        aria-label={t('wall:made.link')}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <DialogActions>
        <Button
          variant="default"
          leftSection={isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
          onClick={() => void copy(link)}
        >
          {t(isCopied ? 'wall:made.copied' : 'wall:made.copy')}
        </Button>
        <Button onClick={onClose}>{t('wall:made.done')}</Button>
      </DialogActions>
    </Modal>
  );
}
