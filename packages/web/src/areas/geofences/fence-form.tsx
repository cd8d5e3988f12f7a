import type { FenceWriting } from './fence-length.ts';
import { isAnchor, type Geofence } from '@rastro/fleet';
import { Button, Menu } from '@mantine/core';
import { Download, PenLine } from 'lucide-react';
import { useId, type Dispatch, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { LinksButton } from '../../kernel/links/links-button.tsx';
import { GEOFENCES_KEY } from '../../kernel/queries/use-geofences.ts';
import { EditorPanel } from '../../kernel/screens/editor-panel.tsx';
import { useEntityForm } from '../../kernel/screens/use-entity-form.ts';
import { useEntityRights } from '../../kernel/screens/use-entity-rights.ts';
import { useServices } from '../../kernel/services.tsx';
import { FieldGroup } from '../../ui/fields/field-group.tsx';
import { ExportItems } from './exchange/export-menu.tsx';
import { FENCE_GROUPS, useFenceFields } from './fence-fields.tsx';
import styles from './fence-form.module.css';
import { areaSummary } from './fence-list.ts';
import { changedFence, checkFence, fenceValues, type FenceValues } from './fence-values.ts';
import { shapeOf, type ShapeKind } from './shape-kind.ts';
import { useAreaText } from './use-area-text.ts';

const LIST = '/geofence';

export interface FenceFormProps {
  /** The stored geofence; id 0 = not created yet. */
  readonly fence: Geofence;
  /** Values of the fields; drawing changes the area among them. */
  readonly state: readonly [values: FenceValues, set: Dispatch<SetStateAction<FenceValues>>];
  readonly writing: FenceWriting;
  readonly onDraw: (kind: ShapeKind) => void;
}

/** Everything about a geofence except its points. Input stays when the server rejects it. */
export function FenceForm({ fence, state, writing, onDraw }: FenceFormProps) {
  const { t } = useTranslation(['geofences', 'errors']);
  const { client } = useServices();
  const [values] = state;
  const problem = checkFence(values, writing).area;
  const form = useEntityForm<Geofence, FenceValues>({
    ...useEntityRights('geofences', fence.id),
    saved: fence,
    callsOf: () => client.geofences,
    listKey: GEOFENCES_KEY,
    list: LIST,
    state,
    valuesOf: (saved) => fenceValues(saved, writing),
    changed: (saved, now) => changedFence(saved, now, writing),
    fields: useFenceFields(fence, writing),
    isWrong: () => problem !== undefined,
    deletion: {
      label: t('geofences:delete.start'),
      title: t('geofences:delete.title', { name: fence.name }),
      text: t(isAnchor(fence) ? 'geofences:delete.anchorText' : 'geofences:delete.text'),
      confirm: t('geofences:delete.confirm'),
    },
  });
  return (
    <EditorPanel
      form={form}
      title={form.isNew ? t('geofences:newTitle') : fence.name}
      readonlyText={t('geofences:readonly')}
    >
      <AreaCard
        area={values.area}
        problem={form.isChecked && problem !== undefined ? t(`geofences:${problem}`) : null}
        mayEdit={form.mayEdit}
        onDraw={onDraw}
      />
      <FieldGroup form={form} legend={t('geofences:identity')} names={FENCE_GROUPS.identity} />
      <FieldGroup form={form} legend={t('geofences:rules')} names={FENCE_GROUPS.rules} />
      {!form.isNew && <FenceLinks fence={fence} />}
    </EditorPanel>
  );
}

/** Actions for a saved geofence: its links, and a download of it. */
function FenceLinks({ fence }: { fence: Geofence }) {
  const { t } = useTranslation('geofences');
  return (
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
