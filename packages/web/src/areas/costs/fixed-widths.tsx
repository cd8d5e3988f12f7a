import { NativeSelect, TextInput } from '@mantine/core';
import { fixedCells, guessWidths, readWidths, type CardMapping } from '@rastro/fleet/costs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from '../../ui/sheets/read-table.ts';
import { withWidths } from './card-mapping.ts';
import styles from './costs.module.css';

interface FixedWidthsProps {
  readonly table: Table;
  readonly mapping: CardMapping;
  readonly onChange: (mapping: CardMapping) => void;
}
/** Lines that are shown as they are cut. */
const SHOWN = 4;

/** Choice of what parts the columns of a text file: signs, or at fixed places with the widths of a layout. */
export function FixedWidths({ table: { lines }, mapping, onChange }: FixedWidthsProps) {
  const { t } = useTranslation('costs');
  if (lines === undefined) return null;
  const isFixed = mapping.widths.length > 0;
  return (
    <>
      <div className={styles.forms}>
        <NativeSelect
          size="xs"
          label={t('costs:import.parted.label')}
          data={[
            { value: 'signs', label: t('costs:import.parted.signs') },
            { value: 'widths', label: t('costs:import.parted.widths') },
          ]}
          value={isFixed ? 'widths' : 'signs'}
          onChange={({ currentTarget: { value } }) =>
            onChange(withWidths(mapping, value === 'widths' ? guessWidths(lines) : []))
          }
        />
        {isFixed && (
          <Widths
            // Another provider brings its own.
            key={mapping.provider}
            widths={mapping.widths}
            onChange={(widths) => onChange(withWidths(mapping, widths))}
          />
        )}
      </div>
      {isFixed && (
        <pre
          className={styles.cut}
          role="region"
          aria-label={t('costs:import.preview')}
          // It scrolls, and is reached by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
          tabIndex={0}
        >
          {lines
            .filter((line) => line.trim() !== '')
            .slice(0, SHOWN)
            .map((line) => fixedCells(line, mapping.widths).join(' │ '))
            .join('\n')}
        </pre>
      )}
    </>
  );
}

interface WidthsProps {
  readonly widths: readonly number[];
  readonly onChange: (widths: readonly number[]) => void;
}
/** Widths as they are typed; what is no list of them changes nothing, and says so. */
function Widths({ widths, onChange }: WidthsProps) {
  const { t } = useTranslation('costs');
  const [text, setText] = useState(widths.join(', '));
  const change = (typed: string): void => {
    setText(typed);
    const read = readWidths(typed);
    if (read !== null) onChange(read);
  };
  return (
    <TextInput
      size="xs"
      className={styles.wide}
      label={t('costs:import.widths')}
      description={t('costs:import.widthsHint')}
      error={readWidths(text) === null && t('costs:import.widthsWrong')}
      inputMode="numeric"
      value={text}
      onChange={({ currentTarget: { value } }) => change(value)}
    />
  );
}
