import { ActionIcon, NativeSelect, Switch } from '@mantine/core';
import {
  ChevronLeft,
  ChevronRight,
  FastForward,
  LocateFixed,
  Pause,
  Play,
  SkipBack,
  SkipForward,
} from 'lucide-react';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import styles from './dock.module.css';
import { RATES, type Player } from './player.ts';
import { useCursor, usePlayerState } from './use-player.ts';

const SHOW_MS = 100;

export interface PlayerActions {
  readonly step: (direction: 1 | -1) => void;
  readonly trip: (direction: 1 | -1) => void;
}
export interface PlayerBarProps {
  readonly player: Player;
  /** On a phone: trips are stepped, not records, and switches are buttons. */
  readonly isNarrow: boolean;
  readonly actions: PlayerActions;
  /** State shown next to the clock. */
  readonly formatState: (at: number) => string;
  readonly formatTime: (at: number) => string;
  /** Before the switches. */
  readonly extra: ReactNode;
}

/** Plays what happened: one clock for all vehicles. */
export function PlayerBar({ player, isNarrow, actions, formatState, formatTime, extra }: PlayerBarProps) {
  const { t } = useTranslation('history');
  const isPlaying = usePlayerState(player, (state) => state.isPlaying);
  const rate = usePlayerState(player, (state) => state.rate);
  return (
    <div className={styles.player}>
      {isNarrow && <Clock player={player} formatState={formatState} formatTime={formatTime} />}
      <div className={styles.buttons}>
        <Press label={t('history:player.previousTrip')} onPress={() => actions.trip(-1)}>
          <SkipBack size={16} aria-hidden />
        </Press>
        {!isNarrow && (
          <Press label={t('history:player.back')} onPress={() => actions.step(-1)}>
            <ChevronLeft size={18} aria-hidden />
          </Press>
        )}
        <ActionIcon
          size={38}
          radius="xl"
          aria-label={t(isPlaying ? 'history:player.pause' : 'history:player.play')}
          onClick={() => player.toggle()}
        >
          {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        </ActionIcon>
        {!isNarrow && (
          <Press label={t('history:player.forward')} onPress={() => actions.step(1)}>
            <ChevronRight size={18} aria-hidden />
          </Press>
        )}
        <Press label={t('history:player.nextTrip')} onPress={() => actions.trip(1)}>
          <SkipForward size={16} aria-hidden />
        </Press>
      </div>
      <NativeSelect
        size="xs"
        className={styles.rate}
        aria-label={t('history:player.rate')}
        value={String(rate)}
        data={RATES.map((each) => ({ value: String(each), label: `×${each}` }))}
        onChange={({ currentTarget: { value } }) =>
          player.set({ rate: RATES.find((each) => String(each) === value) ?? rate })
        }
      />
      {!isNarrow && <Clock player={player} formatState={formatState} formatTime={formatTime} />}
      {extra}
      <Switches player={player} isNarrow={isNarrow} />
    </div>
  );
}

function Switches({ player, isNarrow }: Pick<PlayerBarProps, 'player' | 'isNarrow'>) {
  const { t } = useTranslation('history');
  // Next to the panel of a small window there is no space for labels.
  const isTight = useMediaQuery('(max-width: 1100px)', false, { getInitialValueInEffect: false }) || isNarrow;
  const skip = usePlayerState(player, (state) => state.skip);
  const follow = usePlayerState(player, (state) => state.follow);
  const switches = [
    {
      name: 'follow',
      icon: LocateFixed,
      isOn: follow,
      set: (isOn: boolean) => player.set({ follow: isOn }),
    },
    { name: 'skip', icon: FastForward, isOn: skip, set: (isOn: boolean) => player.set({ skip: isOn }) },
  ] as const;
  return (
    <div className={styles.switches}>
      {switches.map(({ name, icon: Icon, isOn, set }) =>
        isTight ? (
          <IconAction
            key={name}
            label={t(`history:player.${name}`)}
            pressed={isOn}
            onClick={() => set(!isOn)}
          >
            <Icon size={17} aria-hidden />
          </IconAction>
        ) : (
          <Switch
            key={name}
            size="xs"
            label={t(`history:player.${name}`)}
            checked={isOn}
            onChange={(event) => set(event.currentTarget.checked)}
          />
        ),
      )}
    </div>
  );
}

function Press({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={34} aria-label={label} title={label} onClick={onPress}>
      {children}
    </ActionIcon>
  );
}

function Clock({
  player,
  formatState,
  formatTime,
}: Pick<PlayerBarProps, 'player' | 'formatState' | 'formatTime'>) {
  const cursor = useCursor(player, SHOW_MS);
  return (
    <p className={styles.clock}>
      <strong>{formatTime(cursor)}</strong>
      <span>{formatState(cursor)}</span>
    </p>
  );
}
