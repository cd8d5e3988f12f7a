import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import frame from '../qr-driver.module.css';
import { NAVIGATORS, navigationLinks } from './navigation-links.ts';
import type { ProvenStep } from './proof-dialog.tsx';
import type { ShownStop } from './stop-state.ts';
import styles from './stops.module.css';

const TEL = 'tel:';

interface StopCardProps {
  readonly stop: ShownStop;
  /** 1 = the first. */
  readonly number: number;
  readonly isNext: boolean;
  readonly onMove: (kind: 'start' | 'arrive') => void;
  readonly onEnd: (kind: ProvenStep) => void;
}

/** One stop: where, when and for whom, and what the driver reports about it. */
export function StopCard({ stop, number, isNext, onMove, onEnd }: StopCardProps) {
  const { t } = useTranslation(['qrdriver', 'orders']);
  const { customer, state, reason, isWaiting, endedAt } = stop;
  const isOver = endedAt !== null || state === 'cancelled';
  return (
    <li className={styles.stop} data-next={isNext || undefined} data-over={isOver || undefined}>
      <h3 className={styles.name}>
        {number}. {customer}
      </h3>
      <p className={styles.state} data-state={state}>
        {t(`orders:state.${state}`)}
        {reason !== null && ` · ${t(`orders:reason.${reason}`)}`}
        {isWaiting && ` · ${t('qrdriver:stops.isWaiting')}`}
      </p>
      <StopReadings stop={stop} isOver={isOver} />
      {!isOver && (
        <div className={styles.actions}>
          {state === 'assigned' && (
            <Button size="lg" variant="default" onClick={() => onMove('start')}>
              {t('qrdriver:stops.start')}
            </Button>
          )}
          {state !== 'arrived' && (
            <Button size="lg" variant="default" onClick={() => onMove('arrive')}>
              {t('qrdriver:stops.arrived')}
            </Button>
          )}
          <Button size="lg" variant={isNext ? 'filled' : 'default'} onClick={() => onEnd('done')}>
            {t('qrdriver:stops.done')}
          </Button>
          <Button size="lg" variant="default" onClick={() => onEnd('fail')}>
            {t('qrdriver:stops.fail')}
          </Button>
        </div>
      )}
    </li>
  );
}

function StopReadings({ stop, isOver }: { readonly stop: ShownStop; readonly isOver: boolean }) {
  const { t } = useTranslation(['qrdriver', 'orders']);
  const format = useFormat();
  const { place, reference, contactName, contactPhone, note, load, arrivesAt, endedAt } = stop;
  const time = (iso: string): string => format.time(Date.parse(iso));
  return (
    <>
      {place.address !== '' && <p dir="auto">{place.address}</p>}
      {endedAt !== null && (
        <p className={frame.quiet}>{t('qrdriver:stops.endedAt', { at: time(endedAt) })}</p>
      )}
      {!isOver && (
        <>
          <Window stop={stop} />
          {arrivesAt !== null && (
            <p className={frame.quiet}>{t('qrdriver:stops.planned', { at: time(arrivesAt) })}</p>
          )}
          {reference !== '' && <p className={frame.quiet}>{t('qrdriver:stops.reference', { reference })}</p>}
          {load > 0 && (
            <p className={frame.quiet}>{t('qrdriver:stops.load', { load: format.number(load, 3) })}</p>
          )}
          {note !== '' && (
            <p className={styles.note} dir="auto">
              {note}
            </p>
          )}
          {contactPhone === '' ? (
            contactName !== '' && <p dir="auto">{contactName}</p>
          ) : (
            <a className={styles.call} href={TEL + contactPhone.replaceAll(/[^\d+*#,;]/g, '')}>
              {t('qrdriver:stops.call', { name: contactName === '' ? contactPhone : contactName })}
            </a>
          )}
          <Navigation stop={stop} />
        </>
      )}
    </>
  );
}

function Window({ stop: { from, to } }: { readonly stop: ShownStop }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  if (from === null && to === null) return null;
  const time = (iso: string): string => format.time(Date.parse(iso));
  const text =
    from === null
      ? t('orders:window.until', { to: time(to ?? '') })
      : to === null
        ? t('orders:window.from', { from: time(from) })
        : `${time(from)} – ${time(to)}`;
  return <p className={styles.window}>{text}</p>;
}

function Navigation({ stop: { place, customer } }: { readonly stop: ShownStop }) {
  const { t } = useTranslation('qrdriver');
  const [isOpen, setOpen] = useState(false);
  const links = navigationLinks(place);
  if (links === null) return null;
  return (
    <div className={styles.navigation}>
      <Button size="lg" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('qrdriver:stops.navigate')}
      </Button>
      {isOpen &&
        NAVIGATORS.map((name) => (
          <Button
            key={name}
            component="a"
            href={links[name]}
            size="lg"
            variant="subtle"
            aria-label={t('qrdriver:stops.navigateWith', { app: t(`qrdriver:stops.app.${name}`), customer })}
            {...(name === 'phone' ? {} : { target: '_blank', rel: 'noreferrer' })}
          >
            {t(`qrdriver:stops.app.${name}`)}
          </Button>
        ))}
    </div>
  );
}
