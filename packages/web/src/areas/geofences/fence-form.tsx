import type { Geofence } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { Button, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Download, PenLine } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { useServices } from '../../kernel/services.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import type { SpeedUnit } from '../../i18n/format.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.tsx';
import { DeleteFence } from './delete-fence.tsx';
import { ExportItems } from './exchange/export-menu.tsx';
import { FenceFields } from './fence-fields.tsx';
import styles from './fence-form.module.css';
import type { FenceNotice } from './fence-list-panel.tsx';
import { areaSummary } from './fence-list.ts';
import { changedFence, checkFence, fenceValues, type FenceValues } from './fence-values.ts';
import { shapeOf, type ShapeKind } from './shape-kind.ts';
import { useAreaText } from './use-area-text.ts';
import { GEOFENCES_KEY } from '../../kernel/queries/use-geofences.ts';

export interface FenceFormProps {
  /** As it is saved; id 0 = not yet. */
  readonly fence: Geofence;
  readonly values: FenceValues;
  readonly unit: SpeedUnit;
  readonly onChange: (values: FenceValues) => void;
  readonly onDraw: (kind: ShapeKind) => void;
  readonly onClose: (notice: FenceNotice) => void;
}

/** Everything about a geofence but its points. What is typed stays when the server refuses. */
export function FenceForm({ fence, values, unit, onChange, onDraw, onClose }: FenceFormProps) {
  const { t } = useTranslation(['geofences', 'errors']);
  const { client } = useServices();
  const queries = useQueryClient();
  const { may, isReadonly } = useRights();
  const failureText = useFailureText();
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isAsking, setAsking] = useState(false);
  const isNew = fence.id <= 0;
  const mayEdit = !isReadonly && may(isNew ? 'geofences.create' : 'geofences.edit');
  const mayDelete = !isNew && !isReadonly && may('geofences.delete');
  const problems = checked ? checkFence(values) : {};
  const isDirty = mayEdit && JSON.stringify(values) !== JSON.stringify(fenceValues(fence, unit));
  const guard = useUnsavedGuard(isDirty);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    setFailure(null);
    if (!mayEdit || Object.keys(checkFence(values)).length > 0) return;
    setBusy(true);
    const changed = changedFence(fence, values, unit);
    const { id: _id, ...draft } = changed;
    const { signal } = new AbortController();
    const answer = isNew
      ? await client.geofences.create(draft, signal)
      : await client.geofences.update(changed, signal);
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    const saved = answer.value;
    queries.setQueryData<readonly Geofence[]>(GEOFENCES_KEY, (old) =>
      old === undefined ? old : [...old.filter(({ id }) => id !== saved.id), saved],
    );
    void queries.invalidateQueries({ queryKey: GEOFENCES_KEY });
    guard.release();
    onClose('saved');
  };

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <div className={styles.fields}>
        {!mayEdit && <p className={styles.alert}>{t('geofences:readonly')}</p>}
        <AreaCard
          area={values.area}
          problem={problems.area === undefined ? null : t(`geofences:${problems.area}`)}
          mayEdit={mayEdit}
          onDraw={onDraw}
        />
        <FenceFields
          fence={fence}
          values={values}
          unit={unit}
          problems={problems}
          mayEdit={mayEdit}
          onChange={(next) => {
            setFailure(null);
            onChange(next);
          }}
        />
        {!isNew && (
          <div className={styles.links}>
            <LinksButton subject={{ kind: 'geofence', id: fence.id, name: fence.name }} />
            <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button size="xs" variant="default" leftSection={<Download size={14} aria-hidden />}>
                  {t('geofences:exchange.one')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <ExportItems fences={[fence]} fileName={fence.name} />
              </Menu.Dropdown>
            </Menu>
          </div>
        )}
        {mayDelete && !isAsking && (
          <Button
            variant="subtle"
            className={styles.dangerQuiet ?? ''}
            size="xs"
            onClick={() => setAsking(true)}
          >
            {t('geofences:delete.start')}
          </Button>
        )}
        {isAsking && (
          <DeleteFence
            fence={fence}
            onCancel={() => setAsking(false)}
            onDeleted={() => {
              guard.release();
              onClose('deleted');
            }}
          />
        )}
      </div>
      <footer className={styles.footer}>
        <div className={styles.outcome} role="alert">
          {failure !== null && failureText(failure)}
        </div>
        <Button type="submit" disabled={!mayEdit} loading={busy}>
          {t('geofences:save')}
        </Button>
      </footer>
      {guard.question}
    </form>
  );
}

interface AreaCardProps {
  readonly area: string;
  readonly problem: string | null;
  readonly mayEdit: boolean;
  readonly onDraw: (kind: ShapeKind) => void;
}
function AreaCard({ area, problem, mayEdit, onDraw }: AreaCardProps) {
  const { t } = useTranslation('geofences');
  const areaText = useAreaText();
  const titleId = useId();
  const kind = shapeOf(area);
  return (
    <section className={styles.area} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.areaKind}>
          {t(`geofences:shape.${kind ?? 'none'}`)}
        </h2>
        <p className={styles.areaSize}>{areaText(areaSummary(area))}</p>
        {problem !== null && (
          <p className={styles.failure} role="alert">
            {problem}
          </p>
        )}
      </div>
      {mayEdit && (
        <Button
          variant="default"
          size="xs"
          leftSection={<PenLine size={14} aria-hidden />}
          onClick={() => onDraw(kind ?? 'circle')}
        >
          {t('geofences:draw.edit')}
        </Button>
      )}
    </section>
  );
}
