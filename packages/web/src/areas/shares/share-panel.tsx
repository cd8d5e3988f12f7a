import { MINUTE_MS } from '@rastro/base';
import { Button } from '@mantine/core';
import { FIELD_LIMITS, type LatLng, type Share } from '@rastro/fleet';
import type { TrackingClient } from '@rastro/tracking-client';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { useMapFocus } from '../../kernel/map/map-focus.tsx';
import { readPlace } from '../../kernel/map/place-param.ts';
import type { EntityWriteCalls } from '../../kernel/queries/use-entity-writes.ts';
import { EditorPanel } from '../../kernel/screens/editor-panel.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { useEntityForm } from '../../kernel/screens/use-entity-form.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { SHARES_KEY, useShares } from '../../kernel/sharing/use-shares.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { Fields } from '../../ui/fields/field-group.tsx';
import styles from '../../ui/form.module.css';
import { ShareLinkButton } from './share-link-button.tsx';
import { useShareOwner } from './share-owner.ts';

/** Never opened for a new one: shares are made where their vehicles are. */
const NONE: Share = {
  id: 0,
  name: '',
  userId: 0,
  deviceId: 0,
  deviceIds: [],
  groupId: 0,
  expiration: null,
  createdTime: '1970-01-01T00:00:00.000+00:00',
  label: null,
  history: false,
  destination: null,
  lastUsedTime: null,
  madeById: 0,
  madeByName: null,
};

/** One share: its link, label, end and destination, and the way to end it. */
export function SharePanel() {
  const { t } = useTranslation('share');
  const { shareId } = useParams();
  const { owner, list } = useShareOwner();
  return (
    <EntityScreen
      // `new` is no share, whatever other managers have there.
      id={shareId === 'new' ? '0' : shareId}
      query={useShares(owner)}
      blank={NONE}
      texts={{ one: t('share:list.one'), gone: t('share:list.gone') }}
      back={list}
    >
      {(share) => <ShareEditor share={share} />}
    </EntityScreen>
  );
}

/** Values of the fields, as typed. */
interface ShareValues {
  readonly label: string;
  /** Local time of the reader's zone, `2026-11-22T15:04`. */
  readonly end: string;
  readonly destination: LatLng | null;
}

const shareValues = (share: Share, zone: string): ShareValues => ({
  label: share.label ?? '',
  end: localTime(Date.parse(share.expiration ?? ''), zone),
  destination: share.destination,
});

/** The share with what was typed; an end that was not touched keeps its seconds. */
function changedShare(share: Share, { label, end, destination }: ShareValues, zone: string): Share {
  const before = Date.parse(share.expiration ?? '');
  const at = momentOf(end, zone);
  const isTouched = !Number.isNaN(at) && Math.floor(at / MINUTE_MS) !== Math.floor(before / MINUTE_MS);
  return {
    ...share,
    label: label.trim() || null,
    destination,
    expiration: isTouched ? new Date(at).toISOString() : share.expiration,
  };
}

function useShareForm(share: Share) {
  const { t } = useTranslation('share');
  const { client } = useServices();
  const { may } = useRights();
  const { user } = useSignedIn();
  const { list } = useShareOwner();
  const zone = useZone();
  // A share of another user gets no new link and no other end here, but can be ended.
  const mayEdit = may('share.edit') && (user.administrator || share.userId === user.id);
  const isOver = (end: string): boolean => {
    const at = momentOf(end, zone);
    return Number.isNaN(at) || at <= Date.now();
  };
  return useEntityForm<Share, ShareValues>({
    mayEdit,
    mayDelete: may('share.delete'),
    saved: share,
    callsOf: () => callsOf(client.shares),
    listKey: SHARES_KEY,
    list,
    valuesOf: (saved) => shareValues(saved, zone),
    changed: (saved, now) => changedShare(saved, now, zone),
    fields: ({ end }) => ({
      label: {
        kind: 'text',
        label: t('share:label'),
        isDisabled: !mayEdit,
        maxLength: FIELD_LIMITS.share.label,
      },
      end: {
        kind: 'moment',
        label: t('share:end'),
        isDisabled: !mayEdit,
        problem: isOver(end) && t('share:endWrong'),
      },
      destination: {
        kind: 'custom',
        label: t('share:destinationHint'),
        isHidden: !mayEdit,
        render: ({ value, onChange }) => <Destination destination={value} onChange={onChange} />,
      },
    }),
    deletion: {
      label: t('share:endNow'),
      title: t('share:endTitle', { name: share.label ?? share.name }),
      text: t('share:endText'),
    },
  });
}

function ShareEditor({ share }: { readonly share: Share }) {
  const form = useShareForm(share);
  useDestination(form.values.destination, (destination) => form.change({ destination }));
  return (
    <EditorPanel form={form} title={share.label ?? share.name}>
      <ShareDetails share={share} />
      {form.mayEdit && <ShareLinkButton share={share} />}
      <Fields form={form} />
    </EditorPanel>
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

/** Destination of the share, chosen by a press on the map. */
function Destination({
  destination,
  onChange,
}: {
  readonly destination: LatLng | null;
  readonly onChange: (destination: LatLng | null) => void;
}) {
  const { t } = useTranslation('share');
  const place =
    destination === null ? null : `${destination.latitude.toFixed(5)}, ${destination.longitude.toFixed(5)}`;
  return (
    <div>
      <p className={styles.notice}>{t('share:destinationHint')}</p>
      <p role="status">{place === null ? t('share:noDestination') : t('share:destinationAt', { place })}</p>
      {destination !== null && (
        <Button size="xs" variant="default" onClick={() => onChange(null)}>
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
const callsOf = (shares: TrackingClient['shares']): EntityWriteCalls<Share> => ({
  update: ({ id, expiration, label, destination }, signal) =>
    shares.change(id, { ...(expiration !== null && { expiration }), label, destination }, signal),
  remove: (id, signal) => shares.end(id, signal),
});
