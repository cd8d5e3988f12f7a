import { z } from 'zod';
import { newServiceBody } from '../../schemas/service-entry.ts';
import { removed, wroteService } from '../audit-rules.ts';
import { integer } from '../query-fields.ts';
import { defineRoutes, listOf, one } from '../route.ts';

const area = 'maintenance';
const narrowed = z.object({
  deviceId: integer('Of this device'),
  maintenanceId: integer('Of this maintenance'),
});

/** Maintenance that is due, and the service history of vehicles. Our own. */
export const SERVICE_ROUTES = defineRoutes({
  'GET /services/due': {
    feature: 'services',
    area,
    summary:
      'When the maintenances of vehicles are due, overdue first, by their use of the last 30 days (own)',
    access: 'maintenance.view',
    query: narrowed,
    answer: listOf('MaintenanceDue'),
  },
  'GET /services': {
    feature: 'services',
    area,
    summary: 'Lines of the service books of vehicles, newest first, 5,000 at most (own)',
    access: 'maintenance.view',
    query: narrowed,
    answer: listOf('Service'),
  },
  'POST /services': {
    feature: 'services',
    area,
    summary: 'Writes down what was done to a vehicle (own)',
    access: 'maintenance.edit',
    body: newServiceBody,
    answer: one('Service'),
    audit: wroteService,
  },
  'DELETE /services/:id': {
    feature: 'services',
    area,
    summary: 'Removes a line of a service book (own)',
    access: 'maintenance.delete',
    audit: removed('service'),
  },
});
