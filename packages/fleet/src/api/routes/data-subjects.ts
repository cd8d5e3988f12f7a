import { erasureBody } from '../../schemas/erasure.ts';
import { didInPath } from '../audit-rules.ts';
import { defineRoutes, one } from '../route.ts';

const area = 'persons';
const errors = [404, 409, 501, 502] as const;

/**
 * Stored data about a data subject, and its erasure (LGPD); for administrators and the subject's manager.
 * @source docs/reference/requirements.md PRODUCT §15
 */
export const DATA_SUBJECT_ROUTES = defineRoutes({
  'GET /users/:id/data': {
    area,
    summary: 'All that is kept about somebody below the caller, as a file of JSON',
    access: 'users.edit',
    answer: one('PersonData'),
    errors,
    audit: didInPath('export', 'user'),
  },
  'GET /users/:id/erasure': {
    area,
    summary: 'What erasing somebody would do, and what the law keeps',
    access: 'users.delete',
    answer: one('ErasurePreview'),
    errors,
  },
  'POST /users/:id/erasure': {
    area,
    summary: 'Closes an account for good and takes the person out of what is kept; invoices stay',
    access: 'users.delete',
    body: erasureBody,
    errors,
  },
  'GET /drivers/:id/data': {
    area,
    summary: 'All that is kept about a driver, as a file of JSON',
    access: 'drivers.edit',
    answer: one('PersonData'),
    errors,
    audit: didInPath('export', 'driver'),
  },
  'GET /drivers/:id/erasure': {
    area,
    summary: 'What erasing a driver would do',
    access: 'drivers.delete',
    answer: one('ErasurePreview'),
    errors,
  },
  'POST /drivers/:id/erasure': {
    area,
    summary: 'Removes a driver with his login, and takes his name out of check-ins',
    access: 'drivers.delete',
    body: erasureBody,
    errors,
  },
});
