import { Button, TextInput } from '@mantine/core';
import type { LatLng, Share } from '@rastro/fleet';
import type { TrackingClient } from '@rastro/tracking-client';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useMapFocus } from '../../kernel/map/map-focus.tsx';
import { readPlace } from '../../kernel/map/place-param.ts';
import { useEntityEditor, type EditorOptions } from '../../kernel/screens/use-entity-editor.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { SHARES_KEY } from '../../kernel/sharing/use-shares.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { DateField } from '../../ui/date-field.tsx';
import { EntityForm } from '../../ui/entity-form.tsx';
import styles from '../../ui/form.module.css';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ShareLinkButton } from './share-link-button.tsx';
import { useShareOwner } from './share-owner.ts';
import { changedShare, isEndWrong, shareValues, type ShareValues } from './share-values.ts';

export function ShareEditor({ saved }: { readonly saved: Share }) {
  const { t } = useTranslation('share');
  const { client } = useServices();
  const { may } = useRights();
  const { user } = useSignedIn();
  const { list } = useShareOwner();
  const zone = useZone();
  const [values, setValues] = useState(() => shareValues(saved, zone));
  const change = (part: Partial<ShareValues>): void => setValues((old) => ({ ...old, ...part }));
  useDestination(values.destination, (destination) => change({ destination }));
  // Of what somebody else shares one makes no link and gives it no other end, but one may end it.
  const mayEdit = may('share.edit') && (user.administrator || saved.userId === user.id);
  const { form, question, isChecked } = useEntityEditor({
    saved,
    calls: callsOf(client.shares),
    listKey: SHARES_KEY,
    list,
    values,
    valuesOf: (share) => shareValues(share, zone),
    changed: (share, now) => changedShare(share, now, zone),
    isWrong: (now) => isEndWrong(now, { now: Date.now(), zone }),
    mayEdit,
    deletion: may('share.delete')
      ? {
          label: t('share:endNow'),
          title: t('share:endTitle', { name: saved.label ?? saved.name }),
          text: t('share:endText'),
        }
      : null,
  });
  const now = useNow(30_000);
  const isWrong = isChecked && isEndWrong(values, { now, zone });
  return (
    <Panel title={saved.label ?? saved.name} back={list} tall>
      <EntityForm {...form}>
        <ShareDetails share={saved} />
        {mayEdit && <ShareLinkButton share={saved} />}
        <TextInput
          label={t('share:label')}
          maxLength={128}
          disabled={!mayEdit}
          value={values.label}
          onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        />
        <DateField
          kind="moment"
          label={t('share:end')}
          disabled={!mayEdit}
          value={values.end}
          error={isWrong ? t('share:endWrong') : null}
          onChange={(end) => change({ end })}
        />
        {mayEdit && <Destination values={values} onChange={change} />}
        {question}
      </EntityForm>
    </Panel>
  );
}

/** Details that cannot be changed. */
function ShareDetails({ share }: { readonly share: Share }) {
  const { t } = useTranslation('share');
  const format = useFormat();
  const { name, createdTime, lastUsedTime, history, madeByName } = share;
  const lines = [
    name,
    t('share:since', { at: format.dateTime(Date.parse(createdTime)) }),
    lastUsedTime === null
      ? t('share:neverUsed')
      : t('share:lastUsed', { at: format.dateTime(Date.parse(lastUsedTime)) }),
    ...(history ? [t('share:withHistory')] : []),
    ...(madeByName === null ? [] : [t('share:madeBy', { name: madeByName })]),
  ];
  return <p className={styles.notice}>{lines.join(' · ')}</p>;
}

/** Where the way leads: a press on the map says it. */
function Destination({
  values: { destination },
  onChange,
}: {
  readonly values: ShareValues;
  readonly onChange: (part: Partial<ShareValues>) => void;
}) {
  const { t } = useTranslation('share');
  const place =
    destination === null ? null : `${destination.latitude.toFixed(5)}, ${destination.longitude.toFixed(5)}`;
  return (
    <div>
      <p className={styles.notice}>{t('share:destinationHint')}</p>
      <p role="status">{place === null ? t('share:noDestination') : t('share:destinationAt', { place })}</p>
      {destination !== null && (
        <Button size="xs" variant="default" onClick={() => onChange({ destination: null })}>
          {t('share:removeDestination')}
        </Button>
      )}
    </div>
  );
}

/** A place that was pressed on the map comes by the address; the one that is meant is marked there. */
function useDestination(destination: LatLng | null, setDestination: (place: LatLng) => void): void {
  const [search, setSearch] = useSearchParams();
  const { focus } = useMapFocus();
  const pressed = search.get('at');
  const take = useEffectEvent((text: string | null) => {
    const place = readPlace(text);
    if (place === null) return;
    setDestination(place);
    setSearch(
      (old) => {
        old.delete('at');
        return old;
      },
      { replace: true },
    );
  });
  useEffect(() => take(pressed), [pressed]);
  useEffect(() => {
    focus(destination === null ? null : { ...destination, isInSight: true });
    return () => focus(null);
  }, [destination, focus]);
}

/** Calls of the editor for a share; creating one happens at its vehicles. */
const callsOf = (shares: TrackingClient['shares']): EditorOptions<Share, ShareValues>['calls'] => ({
  update: ({ id, expiration, label, destination }, signal) =>
    shares.change(id, { ...(expiration !== null && { expiration }), label, destination }, signal),
  remove: (id, signal) => shares.end(id, signal),
});
