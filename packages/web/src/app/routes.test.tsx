import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { MemoryServer } from '../testing/memory-server.ts';
import { openPage, type Page } from '../testing/open-page.tsx';
import { routes } from './routes.tsx';

const open = (server: MemoryServer, at: string): Promise<Page> => openPage({ server, at, routes });

test('a screen without a session asks to sign in and keeps the target', async () => {
  const page = await open(new MemoryServer(), '/devices/7?follow=1');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(page.path()).toBe('/login?to=%2Fdevices%2F7%3Ffollow%3D1');
});

test('an unknown path is /home, which asks to sign in', async () => {
  const page = await open(new MemoryServer(), '/nowhere');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(page.path()).toBe('/login?to=%2Fhome');
});

test('a server that cannot be reached shows maintenance and comes back when it can', async () => {
  const server = new MemoryServer();
  server.isDown = true;
  const page = await open(server, '/devices');
  await screen.findByRole('heading', { name: 'The server cannot be reached' });
  expect(page.path()).toBe('/maintenance?to=%2Fdevices');
  server.isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(page.path()).toBe('/login?to=%2Fdevices'));
});

test('the driver login is the login screen', async () => {
  await open(new MemoryServer(), '/motorista');
  await screen.findByRole('heading', { name: 'Driver sign-in' });
});
