import { isShared, plateOf, type Geofence, type User } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { Hexagon, LogOut, Moon, Plus, Sun, Truck, UserRound } from 'lucide-react';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useGeofences } from '../../kernel/queries/use-geofences.ts';
import { useFleet } from '../../kernel/fleet/fleet-context.tsx';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { menuEntries } from '../screens/menu-entries.ts';
import { SCREENS } from '../screens/registry.ts';
import { useMayShare } from '../../kernel/sharing/use-shares.ts';
import { mayHaveUsers, useRights } from '../../kernel/use-rights.ts';
import { commandRights } from '../../areas/commands/command-rights.ts';
import { historyPath } from '../../kernel/period/history-path.ts';
import type { ChosenAction } from './action-dialog.tsx';
import { readAction, VEHICLE_ACTIONS, type NamedAction } from './palette-actions.ts';
import { useKnownItems } from './use-known-items.ts';
import { useListActions } from './use-list-actions.ts';
import { findable, findItems, MAX_PER_KIND, type PaletteItem } from './palette-items.ts';

const NO_FENCES: readonly Geofence[] = [];
const NO_USERS: readonly User[] = [];
/** The list of users is not requested again within this time. */
const FRESH_MS = 60_000;
/** Screens in the order in which they are offered. */
const GROUPS = ['side', 'user', 'administration', 'account', 'palette'] as const;
/** Catalogs with the titles of screens and actions. */
const TEXTS = [
  ...new Set([
    'palette',
    'shell',
    'geofences',
    ...SCREENS.flatMap(({ menu, title }) => (menu === undefined ? [] : [title.replace(/:.*/, '')])),
  ]),
];

export interface PaletteFinds {
  readonly items: readonly PaletteItem[];
  /** The fleet has not answered this text yet. */
  readonly isSearching: boolean;
}

/** Finds vehicles, geofences, users, screens and actions. An empty text finds screens and actions. */
export function usePaletteItems(text: string, onAction: (chosen: ChosenAction) => void): PaletteFinds {
  const vehicles = useVehicleItems(text, onAction);
  const things = useThings();
  const places = usePlaces();
  const listActions = useListActions();
  const known = useKnownItems(text);
  return useMemo(() => {
    const isEmpty = text.trim() === '';
    const found = [
      ...vehicles.items,
      ...findItems(things.fences, text),
      ...findItems(things.users, text),
      ...(isEmpty ? places.screens.map(({ item }) => item) : findItems(places.screens, text)),
      ...(isEmpty
        ? places.actions.map(({ item }) => item)
        : findItems([...listActions, ...places.actions], text)),
      ...known,
    ];
    return { items: found, isSearching: vehicles.isSearching };
  }, [text, vehicles, things, places, listActions, known]);
}

/** The data worker searches: every field and attribute of every vehicle. */
function useVehicleItems(typed: string, onAction: (chosen: ChosenAction) => void): PaletteFinds {
  const fleet = useFleet();
  const navigate = useNavigate();
  const { brand } = useSignedIn().branding;
  const actions = useVehicleActions();
  const read = useMemo(() => readAction(typed, actions), [typed, actions]);
  const text = read === null ? typed : read.rest;
  const action = read?.action ?? null;
  const [answer, setAnswer] = useState<{ readonly text: string; readonly items: readonly PaletteItem[] }>({
    text: '',
    items: [],
  });
  useEffect(() => {
    if (fleet === null || text.trim() === '') return undefined;
    let isCurrent = true;
    void fleet.find(text, MAX_PER_KIND).then(({ devices }) => {
      if (!isCurrent) return;
      const items = devices.map(({ id, name, uniqueId, attributes }): PaletteItem => ({
        key: `vehicle-${id}`,
        kind: 'vehicle',
        title: action === null ? name : `${action.label} · ${name}`,
        detail: plateOf({ attributes }, brand) || uniqueId,
        icon: Truck,
        run: () => {
          if (action === null) void navigate(`/devices/${id}`);
          else if (action.action === 'follow') void navigate(`/devices/${id}?follow=1`);
          else if (action.action === 'today') void navigate(`/devices/${id}?today=1`);
          else if (action.action === 'history') void navigate(historyPath(id));
          else onAction({ action: action.action, deviceId: id });
        },
      }));
      setAnswer({ text: typed, items });
    });
    return () => {
      isCurrent = false;
    };
  }, [fleet, typed, text, action, brand, navigate, onAction]);
  const isEmpty = text.trim() === '';
  return useMemo(
    () => ({
      items: isEmpty ? [] : answer.items,
      isSearching: !isEmpty && fleet !== null && answer.text !== typed,
    }),
    [answer, isEmpty, typed, fleet],
  );
}

/** The vehicle actions that this user may take, each with its label. */
function useVehicleActions(): readonly NamedAction[] {
  const { t } = useTranslation(['palette']);
  const signedIn = useSignedIn();
  const { may, isReadonly } = useRights();
  const mayShare = useMayShare();
  return useMemo(() => {
    const { lock, unlock } = commandRights(signedIn);
    const share = !isReadonly && mayShare;
    const reads = may('reports.view');
    const allowed = { lock, unlock, share, follow: true, today: reads, history: reads };
    return VEHICLE_ACTIONS.filter((action) => allowed[action]).map((action) => ({
      action,
      label: t(`palette:act.${action}`),
    }));
  }, [t, signedIn, may, mayShare, isReadonly]);
}

/** Geofences and users, where the user may see them. */
function useThings() {
  const navigate = useNavigate();
  const { client } = useServices();
  const { user } = useSignedIn();
  const { may } = useRights();
  const { data: fences = NO_FENCES } = useGeofences(may('geofences.view'));
  const { data: users = NO_USERS } = useQuery<readonly User[]>({
    queryKey: ['users'],
    enabled: mayHaveUsers(user) && may('users.view'),
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => valueOf(await client.users.list({}, signal)),
  });
  return useMemo(() => {
    const fenceItems = fences.map(({ id, name, description }) =>
      findable({
        key: `geofence-${id}`,
        kind: 'geofence',
        title: name,
        detail: description ?? '',
        icon: Hexagon,
        run: () => void navigate(`/geofence/${id}`),
      }),
    );
    // The guest of a share is an account only for the server.
    const userItems = users
      .filter((user) => !isShared(user))
      .map(({ id, name, email, login }) =>
        findable({
          key: `person-${id}`,
          kind: 'person',
          title: name,
          detail: [login, email].filter((part) => part !== null && part !== '').join(' · '),
          icon: UserRound,
          run: () => void navigate(`/users/${id}`),
        }),
      );
    return { fences: fenceItems, users: userItems };
  }, [fences, users, navigate]);
}

/** Screens and actions that can be reached from anywhere. */
function usePlaces() {
  const { t } = useTranslation(TEXTS);
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const { session } = useServices();
  const { may, isReadonly } = useRights();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return useMemo(() => {
    const go = (path: string) => (): void => void navigate(path);
    const screens = GROUPS.flatMap((group) => menuEntries(group, signedIn)).map(({ path, label, icon }) =>
      findable({ key: path, kind: 'screen', title: t(label), detail: '', icon, run: go(path) }),
    );
    const action = (key: string, title: string, icon: PaletteItem['icon'], run: () => void) =>
      findable({ key, kind: 'action', title, detail: '', icon, run });
    const mayDraw = !isReadonly && may('geofences.create');
    const actions = [
      ...(mayDraw
        ? (['circle', 'polygon', 'line'] as const).map((shape) =>
            action(
              `draw-${shape}`,
              t('palette:draw', { shape: t(`geofences:shape.${shape}`) }),
              Plus,
              go(`/geofence/new?shape=${shape}`),
            ),
          )
        : []),
      action('scheme', t(isDark ? 'shell:scheme.light' : 'shell:scheme.dark'), isDark ? Sun : Moon, () =>
        setColorScheme(isDark ? 'light' : 'dark'),
      ),
      action('leave', t('shell:user.signOut'), LogOut, () => {
        void session.signOut(new AbortController().signal);
      }),
    ];
    return { screens, actions };
  }, [t, navigate, signedIn, session, may, isReadonly, setColorScheme, isDark]);
}
