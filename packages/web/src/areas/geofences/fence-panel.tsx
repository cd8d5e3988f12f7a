import type { Geofence } from '@rastro/fleet';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useDisplayChoices } from '../../kernel/formats/use-format.ts';
import { loadShapeDrawing } from '../../kernel/map/entry-points.ts';
import { useMapDrawing } from '../../kernel/map/map-drawing.tsx';
import { EntityScreen } from '../../kernel/screens/entity-screen.tsx';
import { FenceForm } from './fence-form.tsx';
import type { FenceWriting } from './fence-length.ts';
import { fenceValues, newFence, withArea } from './fence-values.ts';
import { shapeKind, type ShapeKind } from './shape-kind.ts';
import { useGeofences } from '../../kernel/queries/use-geofences.ts';
import { latePart } from '../../ui/late-part.tsx';

const loadDrawBar = () => import('./draw-bar.tsx');
const DrawBar = latePart('notice', async () => (await loadDrawBar()).DrawBar);
/**
 * Preloads the drawing code for an open geofence, so that it works even if the network drops meanwhile. If this fails,
 * the code is loaded when it is needed.
 */
const fetchDrawing = (): void => void Promise.all([loadDrawBar(), loadShapeDrawing()]).catch(() => undefined);
const LIST = '/geofence';
const NEW = newFence();
const NONE: readonly Geofence[] = [];

/** One geofence: its form, and while it is drawn the map alone. */
export function FencePanel() {
  const { fenceId } = useParams();
  const [search] = useSearchParams();
  const { t } = useTranslation('geofences');
  const drawnFirst = fenceId === 'new' ? shapeKind(search.get('shape')) : null;
  return (
    <EntityScreen
      id={fenceId}
      query={useGeofences()}
      blank={NEW}
      texts={{ one: t('geofences:title'), gone: t('geofences:gone') }}
      back={LIST}
    >
      {(fence) => <FenceEditor fence={fence} drawnFirst={drawnFirst} />}
    </EntityScreen>
  );
}

function FenceEditor({ fence, drawnFirst }: { fence: Geofence; drawnFirst: ShapeKind | null }) {
  const navigate = useNavigate();
  const { setDraft, setDrawing } = useMapDrawing();
  const writing = useFenceWriting();
  // The fence as the form got it: what others change meanwhile must not move under the user's hands.
  const [initial] = useState(fence);
  const [values, setValues] = useState(() => fenceValues(initial, writing));
  const { data: all = NONE } = useGeofences();
  // A drawing that has begun keeps its neighbors.
  const [others] = useState(() => all.flatMap(({ id, area }) => (id === fence.id ? [] : [area])));
  const [drawn, setDrawn] = useState<ShapeKind | null>(drawnFirst);
  const { id } = initial;
  const isDirty = JSON.stringify(values) !== JSON.stringify(fenceValues(initial, writing));
  const { area, color, name } = values;
  const isDrawing = drawn !== null;

  useEffect(fetchDrawing, []);
  useEffect(() => {
    // While it is drawn, the drawing stands for it.
    setDraft({ id, name, color, area: isDrawing ? '' : area });
    return () => setDraft(null);
  }, [setDraft, id, name, color, area, isDrawing]);
  useEffect(() => {
    setDrawing(isDrawing);
    return () => setDrawing(false);
  }, [setDrawing, isDrawing]);

  if (drawn !== null) {
    return (
      <DrawBar
        kind={drawn}
        area={area}
        color={color}
        others={others}
        isDirty={isDirty}
        onDone={(shape) => {
          setValues((old) => withArea(old, shape, writing.language, writing.radiusIn));
          setDrawn(null);
        }}
        onCancel={() => {
          if (area === '') void navigate(LIST);
          else setDrawn(null);
        }}
      />
    );
  }
  return <FenceForm fence={initial} state={[values, setValues]} writing={writing} onDraw={setDrawn} />;
}

/** Units in which the current user types speeds and lengths. */
function useFenceWriting(): FenceWriting {
  const { speedUnit: unit, distanceUnit, language } = useDisplayChoices();
  const radiusIn = distanceUnit === 'mi' ? 'ft' : 'm';
  return useMemo(() => ({ unit, language, radiusIn }), [unit, language, radiusIn]);
}
