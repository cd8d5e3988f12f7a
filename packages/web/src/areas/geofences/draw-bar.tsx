import { Button, Switch } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openShapeDrawing, type ShapeDrawing, type ShapeSize } from '../../kernel/map/entry-points.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useMapDrawing } from '../../kernel/map/map-drawing.tsx';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import styles from './draw-bar.module.css';
import { RadiusField } from './radius-field.tsx';
import type { ShapeKind } from './shape-kind.ts';

export interface DrawBarProps {
  readonly kind: ShapeKind;
  /** Empty = a new shape. */
  readonly area: string;
  readonly color: string;
  /** Other shapes, which corners may meet. */
  readonly others: readonly string[];
  /** The form has unsaved changes, too. */
  readonly isDirty: boolean;
  readonly onDone: (area: string) => void;
  readonly onCancel: () => void;
}

/** The shape on the map, for as long as it is drawn. */
function useShapeDrawing(
  { kind, area, color, others }: Pick<DrawBarProps, 'kind' | 'area' | 'color' | 'others'>,
  isSnapping: boolean,
) {
  const { map } = useMapDrawing();
  const drawing = useRef<ShapeDrawing | null>(null);
  const [isComplete, setComplete] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [size, setSize] = useState<ShapeSize | null>(null);
  const format = useFormat();
  const snaps = useRef(isSnapping);
  useEffect(() => {
    snaps.current = isSnapping;
  }, [isSnapping]);
  const open = useEffectEvent((over: NonNullable<typeof map>) =>
    openShapeDrawing(over, {
      kind,
      area,
      color,
      others,
      isSnapping: () => snaps.current,
      onComplete: () => setComplete(true),
      onChange: () => setChanged(true),
      onSize: setSize,
      write: (metres) => format.length(metres),
    }),
  );

  const undoByKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    // What is typed is undone by the field itself.
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    drawing.current?.undo();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent): void => undoByKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => {
    if (map === null) return undefined;
    let isGone = false;
    void open(map).then((made) => {
      if (isGone) made.stop();
      else drawing.current = made;
    });
    return () => {
      isGone = true;
      drawing.current?.stop();
      drawing.current = null;
    };
  }, [map]);
  return { hasMap: map !== null, drawing, isComplete, isChanged, size };
}

/** Stands in for the panel while a shape is drawn. @source docs/reference/requirements.md SPEC §2 "Layout" */
export function DrawBar({ isDirty, onDone, onCancel, ...shape }: DrawBarProps) {
  const { t } = useTranslation('geofences');
  const { kind, others } = shape;
  const [isSnapping, setSnapping] = useState(true);
  const { hasMap, drawing, isComplete, isChanged, size } = useShapeDrawing(shape, isSnapping);
  const [hasTooFew, setTooFew] = useState(false);
  // Points that are set, though the shape is not closed yet, are work as well.
  const isHalf = !isComplete && size !== null;
  const guard = useUnsavedGuard(isDirty || isChanged || isHalf);
  const finish = (): void => {
    const drawn = drawing.current?.finish() ?? null;
    if (drawn === null) setTooFew(true);
    else onDone(drawn);
  };
  return (
    <section className={styles.bar} aria-label={t('geofences:draw.label')}>
      <p className={styles.hint} role="status" data-warning={hasTooFew}>
        {hasMap ? t(`geofences:draw.${hintOf(hasTooFew, isComplete)}.${kind}`) : t('geofences:draw.noMap')}
      </p>
      {size !== null && <DrawnSize size={size} />}
      {kind === 'circle' && hasMap && (
        <RadiusField onRadius={(metres) => drawing.current?.setRadius(metres)} />
      )}
      {kind !== 'circle' && others.length > 0 && (
        <Switch
          size="xs"
          checked={isSnapping}
          label={t('geofences:draw.snap')}
          onChange={(event) => setSnapping(event.currentTarget.checked)}
        />
      )}
      <div className={styles.actions}>
        {(isComplete ? isChanged : kind !== 'circle') && (
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            leftSection={<Undo2 size={15} aria-hidden />}
            onClick={() => drawing.current?.undo()}
          >
            {t(isComplete ? 'geofences:draw.undoStep' : 'geofences:draw.undo')}
          </Button>
        )}
        <Button
          variant="default"
          size="sm"
          // What was typed stays where there is a form to go back to.
          onClick={() => guard.leave(onCancel, isChanged || isHalf || (isDirty && shape.area === ''))}
        >
          {t('geofences:cancel')}
        </Button>
        <Button size="sm" disabled={!hasMap} onClick={finish}>
          {t('geofences:draw.done')}
        </Button>
      </div>
      {guard.question}
    </section>
  );
}

function hintOf(hasTooFew: boolean, isComplete: boolean) {
  if (hasTooFew) return 'tooFew';
  return isComplete ? 'correct' : 'start';
}

/** Hidden from screen readers: it changes with every move of the pointer. */
function DrawnSize({ size }: { readonly size: ShapeSize }) {
  const { t } = useTranslation('geofences');
  const format = useFormat();
  return (
    <p className={styles.size}>
      {size.kind === 'line' && t('geofences:draw.length', { length: format.length(size.lengthM) })}
      {size.kind === 'circle' && `${t('geofences:draw.radius', { length: format.length(size.radiusM) })} · `}
      {size.kind !== 'line' && t('geofences:draw.area', { area: format.area(size.areaM2) })}
    </p>
  );
}
