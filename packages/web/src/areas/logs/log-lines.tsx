import { Button } from '@mantine/core';
import type { LogLine } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { changesIn, actionIn, detailsIn } from './log-text.ts';
import { Line } from '../../ui/list/lines.tsx';
import styles from './logs.module.css';
import type { NameOfThing } from './thing-names.ts';
import { useThingNames } from './use-logs.ts';

export interface LogLinesProps {
  readonly lines: readonly LogLine[];
  readonly nameOf: (userId: number) => string;
  /** Only what was done to this. */
  readonly onOnly: (objectId: number) => void;
}

export function LogLines({ lines, nameOf, onOnly }: LogLinesProps) {
  const thing = useThingNames(lines);
  return lines.map((line) => (
    <AuditLine key={line.id} line={line} nameOf={nameOf} thing={thing} onOnly={onOnly} />
  ));
}

interface AuditLineProps extends Pick<LogLinesProps, 'nameOf' | 'onOnly'> {
  readonly line: LogLine;
  readonly thing: NameOfThing;
}

function AuditLine({ line, nameOf, thing, onOnly }: AuditLineProps) {
  const { t } = useTranslation(['logs', 'billing']);
  const format = useFormat();
  const { userId, address, actionTime, objectId, objectType } = line;
  const userName = userId > 0 ? nameOf(userId) : t('logs:nobody');
  const changes = changesIn(line);
  const timeOf = (instant: string): string => format.moment(Date.parse(instant));
  const labelOf = (name: string): string => t(`logs:detail.${name}`, { defaultValue: name });
  const codeOf = (code: string): string => t(`billing:status.${code}`, { defaultValue: code });
  const details = detailsIn(line, { labelOf, timeOf, thing, codeOf });
  const number = objectId > 0 ? t('logs:number', { id: objectId }) : '';
  return (
    <Line head={{ what: actionIn(line, t, thing), at: actionTime, when: timeOf(actionTime) }}>
      <span>{[userName, address, number].filter((part) => part !== '').join(' · ')}</span>
      {details !== '' && <span>{details}</span>}
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <del>{before}</del> → <ins>{after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {objectId > 0 && (objectType === 'device' || objectType === 'user') && (
        <Button
          className={styles.only ?? ''}
          size="compact-xs"
          variant="subtle"
          onClick={() => onOnly(objectId)}
        >
          {t('logs:onlyThis')}
        </Button>
      )}
    </Line>
  );
}
