import { eraseDriver, eraseUser } from './erase-subject.ts';
import { dataOfDriver, dataOfUser, previewOfDriver, previewOfUser } from './subject-data.ts';
import type { SubjectDeps } from './subject-deps.ts';

/** Handlers of the rights of users and drivers over their data: a copy, and erasure. */
export const subjectHandlers = (subjects: SubjectDeps) => ({
  'GET /users/:id/data': dataOfUser(subjects),
  'GET /users/:id/erasure': previewOfUser(subjects),
  'POST /users/:id/erasure': eraseUser(subjects),
  'GET /drivers/:id/data': dataOfDriver(subjects),
  'GET /drivers/:id/erasure': previewOfDriver(subjects),
  'POST /drivers/:id/erasure': eraseDriver(subjects),
});
