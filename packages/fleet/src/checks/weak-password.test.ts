import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWeakPassword } from './weak-password.ts';

const own = { name: 'Ana Maria Souza', email: 'ana.souza@example.com', login: 'anasouza' };

test('[PASSWORD-1] common words, rows, patterns, dates and own names are weak', () => {
  for (const weak of [
    '1234',
    '4321',
    '0000',
    '12345678',
    'password',
    'PASSWORD',
    'Senha123',
    'admin2024',
    'qwerty',
    'poiu',
    '1212',
    'abcabc',
    '1998',
    '25121990',
    'teste!',
    'clave_01',
    ' senha ',
    'dcba',
    '890123',
    'ana.souza@example.com',
    'Ana.Souza',
    'anasouza',
    'Ana Maria Souza',
    'anamariasouza',
    'souza',
  ])
    assert.ok(isWeakPassword(weak, own), weak);
});

test('[PASSWORD-1] four characters are enough, and ordinary passwords are let alone', () => {
  for (const fine of [
    'x7k2',
    'correct horse',
    'new password',
    'a password',
    'jornada-de-teste',
    'old password',
    'anasouza-van',
    '1357',
    '2580',
    'bench-password',
    'teste-da-frota',
    'Souza+lua',
  ])
    assert.ok(!isWeakPassword(fine, own), fine);
});
