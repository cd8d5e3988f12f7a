import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MemoryServer } from '../testing/memory-server.ts';
import { openPage } from '../testing/open-page.tsx';
import { DateField } from './date-field.tsx';
import { fill } from '../testing/fill.ts';

/** A form around it: shows what it keeps. */
function Form() {
  const [value, setValue] = useState('2026-11-02');
  return (
    <>
      <DateField kind="date" label="Installed" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

test('[WEB-90] a date is typed in the order of the language, or picked in the calendar of the browser', async () => {
  await openPage({ server: new MemoryServer(), at: '/', routes: () => [{ path: '/', element: <Form /> }] });
  const field = await screen.findByLabelText('Installed');
  expect(field).toHaveProperty('value', '11/02/2026');
  await userEvent.clear(field);
  await fill(field, '3/4/20');
  expect(screen.getByRole('status').textContent, 'not whole yet').toBe('3/4/20');
  await fill(field, '27');
  expect(screen.getByRole('status').textContent).toBe('2027-03-04');
  expect(screen.getByRole('button', { name: 'Open the calendar' })).toBeTruthy();
  const picker = field.parentElement?.querySelector('input[type="date"]');
  if (!(picker instanceof HTMLInputElement)) throw new Error('no calendar');
  expect(picker.value).toBe('2027-03-04');
  fireEvent.change(picker, { target: { value: '2027-05-06' } });
  expect(field).toHaveProperty('value', '05/06/2027');
});
