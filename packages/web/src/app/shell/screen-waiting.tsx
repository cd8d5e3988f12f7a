import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { PanelLoading } from '../../ui/panel-loading.tsx';

/** A panel that comes sooner needs no announcement: it would only flicker. */
const SOON_MS = 150;
/** The map alone: nothing is awaited there. */
const MAP = '/home';

/** Stands in for the screen whose texts or data are on their way. */
export function ScreenWaiting() {
  const { pathname } = useLocation();
  return pathname === MAP ? null : <PanelLoading />;
}

/** Over the screen that is left, while the code of the next one is on its way. */
export function NextScreenWaiting() {
  const { location } = useNavigation();
  const next = location?.pathname ?? null;
  const { pathname } = useLocation();
  return next === null || next === MAP || next === pathname ? null : <Late key={next} />;
}

function Late() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <PanelLoading /> : null;
}
