import { ActionIcon, NativeSelect, Switch } from '@mantine/core';
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
  readonly actions: PlayerActions;
  /** What stands beside the clock. */
  readonly sayState: (at: number) => string;
  readonly sayTime: (at: number) => string;
}

/** Plays what happened: one clock for all vehicles. */
export function PlayerBar({ player, actions, sayState, sayTime }: PlayerBarProps) {
  const { t } = useTranslation('history');
  const isPlaying = usePlayerState(player, (state) => state.isPlaying);
  const rate = usePlayerState(player, (state) => state.rate);
  const skip = usePlayerState(player, (state) => state.skip);
  const follow = usePlayerState(player, (state) => state.follow);
  return (
    <div className={styles.player}>
      <div className={styles.buttons}>
        <Press label={t('history:player.previousTrip')} onPress={() => actions.trip(-1)}>
          <SkipBack size={16} aria-hidden />
        </Press>
        <Press label={t('history:player.back')} onPress={() => actions.step(-1)}>
          <ChevronLeft size={18} aria-hidden />
        </Press>
        <ActionIcon
          size={38}
          radius="xl"
          aria-label={t(isPlaying ? 'history:player.pause' : 'history:player.play')}
          onClick={() => player.toggle()}
        >
          {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        </ActionIcon>
        <Press label={t('history:player.forward')} onPress={() => actions.step(1)}>
          <ChevronRight size={18} aria-hidden />
        </Press>
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
      <Clock player={player} sayState={sayState} sayTime={sayTime} />
      <div className={styles.switches}>
        <Switch
          size="xs"
          label={t('history:player.follow')}
          checked={follow}
          onChange={(event) => player.set({ follow: event.currentTarget.checked })}
        />
        <Switch
          size="xs"
          label={t('history:player.skip')}
          checked={skip}
          onChange={(event) => player.set({ skip: event.currentTarget.checked })}
        />
      </div>
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

function Clock({ player, sayState, sayTime }: Pick<PlayerBarProps, 'player' | 'sayState' | 'sayTime'>) {
  const cursor = useCursor(player, SHOW_MS);
  return (
    <p className={styles.clock}>
      <strong>{sayTime(cursor)}</strong>
      <span>{sayState(cursor)}</span>
    </p>
  );
}
