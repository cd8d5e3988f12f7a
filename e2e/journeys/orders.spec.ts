import { checkBothSchemes } from '../support/check-accessibility.ts';
import { enterAsAdministrator, expect, test } from '../support/journey.ts';

const HEAD = 'Cliente;Número;Endereço;A partir de;Até';
const file = (rows: readonly string[]) => ({
  name: 'ordens.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...rows].join('\n')),
});

test('[E2E-235] a dispatcher imports orders, corrects the file, assigns one and ends it', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ administrator: true });
  await enterAsAdministrator(context, server.url);
  await context.request.post(`${server.url}/api/devices`, {
    data: { name: 'Furgão 7', uniqueId: 'furgao-7' },
  });
  await page.goto(`${server.url}/orders`);
  await expect(page.getByText('Nenhuma ordem em aberto')).toBeVisible();
  await checkBothSchemes(page, 'no orders');
  await page.getByRole('button', { name: 'Importar' }).click();
  const first = 'Padaria Estrela;A-1;Rua das Flores, 12;01/12/2030 09:00;01/12/2030 11:00';
  await page
    .getByLabel('Escolher arquivo')
    .setInputFiles(file([first, 'Mercado;A-2;Rua B, 3;01/12/2030 12:00;01/12/2030 10:00']));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page.getByText('Linha 3, Até: termina antes de começar')).toBeVisible();
  await checkBothSchemes(page, 'a file of orders with a mistake');
  await page.getByRole('button', { name: 'Outro arquivo' }).click();
  await page
    .getByLabel('Escolher arquivo')
    .setInputFiles(file([first, 'Mercado;A-2;Rua B, 3;01/12/2030 12:00;01/12/2030 14:00']));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await page.getByRole('button', { name: 'Importar 2 ordens' }).click();
  await expect(page.getByText('2 ordens foram criadas.')).toBeVisible();
  await page.getByRole('button', { name: 'Ir para a lista' }).click();

  await page.getByRole('button', { name: /Padaria Estrela/ }).click();
  const order = page.getByRole('dialog', { name: 'Padaria Estrela' });
  await order.getByRole('button', { name: 'Atribuir', exact: true }).click();
  const assign = page.getByRole('dialog', { name: 'Atribuir ordem' });
  await assign.getByRole('combobox', { name: 'Veículo' }).fill('furgao');
  await page.getByRole('option', { name: /Furgão 7/ }).click();
  await assign.getByRole('button', { name: 'Atribuir' }).click();
  await expect(order.getByText('Furgão 7')).toBeVisible();
  await checkBothSchemes(page, 'an order');
  await order.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Concluir' }).click();
  await expect(order.getByText('O que aconteceu')).toBeVisible();
  await order.getByRole('button', { name: 'Fechar' }).last().click();
  await expect(page.getByRole('button', { name: /Padaria Estrela/ })).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/orders?state=all&locale=es`);
  await expect(page.getByRole('button', { name: /Padaria Estrela/ })).toContainText('Completada');
  await checkBothSchemes(page, 'orders on a phone');
});
