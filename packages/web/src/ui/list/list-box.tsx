import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import styles from './list.module.css';

export interface ListBoxHandle {
  focus(): void;
}
export interface ListBoxProps {
  readonly ref?: Ref<ListBoxHandle>;
  readonly label: string;
  /** Makes the ids of the rows in the page: `{prefix}-{key}`. */
  readonly prefix: string;
  /** Keys of the rows, in order. An array or typed array; used as it is, never copied. */
  readonly keys: ArrayLike<number> & { indexOf(key: number): number };
  readonly rowPx: number;
  /** The row to begin at. */
  readonly selectedKey?: number | null;
  /** Enter or a press on the row. */
  readonly onOpen: (key: number) => void;
  /** Rows that can be chosen: space, or shift for all from the last one on. */
  readonly choice?: ListChoice;
  /** Content of a row. Use a memo: it is called at every scroll. */
  readonly children: (key: number) => ReactNode;
}
export interface ListChoice {
  has(key: number): boolean;
  toggle(key: number, isRange: boolean): void;
}

const PAGE_ROWS = 10;

/** A list of any length by keyboard and pointer: only the rows in sight exist. Arrows move, Enter opens. */
export function ListBox(props: ListBoxProps) {
  const { ref, label, prefix, keys, rowPx, selectedKey = null, onOpen, choice, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState(selectedKey);
  const [isFocused, setFocused] = useState(false);
  const indexOf = (key: number | null): number => (key === null ? -1 : keys.indexOf(key));
  const rows = useRows(box, { count: keys.length, rowPx, first: () => indexOf(selectedKey) });
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }));

  const activate = (index: number): void => {
    const target = Math.min(Math.max(index, 0), keys.length - 1);
    setActiveKey(keys[target] ?? null);
    rows.scrollToIndex(target, { align: 'auto' });
  };
  const visible = rows.getVirtualItems();
  const activeInSight = visible.some(({ index }) => keys[index] === activeKey);

  return (
    <div
      ref={box}
      className={styles.rows}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={choice !== undefined}
      {...(activeInSight ? { 'aria-activedescendant': `${prefix}-${activeKey}` } : {})}
      onKeyDown={(event) => takeKey(event, { ...props, activeKey, activate })}
      onFocus={() => {
        setFocused(true);
        if (indexOf(activeKey) === -1) setActiveKey(keys[visible[0]?.index ?? 0] ?? null);
      }}
      onBlur={() => setFocused(false)}
    >
      <div className={styles.ground} style={{ height: rows.getTotalSize() }} role="presentation">
        {visible.map(({ index, start }) => {
          const key = keys[index];
          return key === undefined ? null : (
            <Row
              key={key}
              id={`${prefix}-${key}`}
              isChosen={choice === undefined ? key === selectedKey : choice.has(key)}
              isActive={isFocused && key === activeKey}
              place={{ index, count: keys.length, start, heightPx: rowPx }}
              onPress={(isRange) => {
                setActiveKey(key);
                if (choice !== undefined && isRange) choice.toggle(key, true);
                else onOpen(key);
              }}
            >
              {children(key)}
            </Row>
          );
        })}
      </div>
    </div>
  );
}

interface RowsOptions {
  readonly count: number;
  readonly rowPx: number;
  /** The row to begin at; -1 = the top. */
  readonly first: () => number;
}

/** The rows in sight, and a few around them. */
const useRows = (box: RefObject<HTMLDivElement | null>, { count, rowPx, first }: RowsOptions) =>
  useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 6,
    initialOffset: () => Math.max(0, (first() - 2) * rowPx),
    initialRect: { width: 400, height: 600 },
  });

interface KeyTaking extends Pick<ListBoxProps, 'keys' | 'onOpen' | 'choice'> {
  readonly activeKey: number | null;
  readonly activate: (index: number) => void;
}

/** Arrows move, Enter opens, space chooses. */
function takeKey(event: KeyboardEvent, { keys, activeKey, activate, onOpen, choice }: KeyTaking): void {
  const at = activeKey === null ? -1 : keys.indexOf(activeKey);
  const next = targetOf(event.key, { at, count: keys.length });
  if (next !== undefined) {
    event.preventDefault();
    activate(next);
  } else if (activeKey !== null && at !== -1) {
    if (event.key === 'Enter') onOpen(activeKey);
    if (event.key !== ' ') return;
    event.preventDefault();
    choice?.toggle(activeKey, event.shiftKey);
  }
}

/** Index that a key moves to; undefined = none. */
function targetOf(
  key: string,
  { at, count }: { readonly at: number; readonly count: number },
): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}

interface RowProps {
  readonly id: string;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly place: {
    readonly index: number;
    readonly count: number;
    readonly start: number;
    readonly heightPx: number;
  };
  /** `isRange`: with shift. */
  readonly onPress: (isRange: boolean) => void;
  readonly children: ReactNode;
}

function Row({ id, isChosen, isActive, place, onPress, children }: RowProps) {
  return (
    // The list has the focus and the keys; it names its active row by aria-activedescendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      className={styles.row}
      data-active={isActive}
      style={{ height: place.heightPx, transform: `translateY(${place.start}px)` }}
      onClick={(event) => onPress(event.shiftKey)}
    >
      {children}
    </div>
  );
}
