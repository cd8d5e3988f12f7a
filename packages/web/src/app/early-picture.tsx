import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { dropEarlyPicture, layEarlyPicture } from '../live/early-picture.ts';
import styles from './map-slot.module.css';

/** Keeps the picture of a track over the map until the map has it; on no other screen. */
export function EarlyPicture() {
  const host = useRef<HTMLDivElement>(null);
  const isPast = useLocation().pathname === '/history';
  useLayoutEffect(() => {
    if (host.current !== null) layEarlyPicture(host.current);
  }, []);
  useEffect(() => {
    if (!isPast) dropEarlyPicture();
  }, [isPast]);
  return <div ref={host} className={styles.picture} />;
}
