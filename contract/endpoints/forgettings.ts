import { type Endpoint, many, one } from '../endpoint.ts'
import { Forgetting } from '../entities/forgetting.ts'

/** What was forgotten of a project because it is gone from Reddit (DESIGN 4): when, and never what it said. */
export const forgettingEndpoints = {
  forgettingsFind: {
    method: 'GET',
    path: '/forgettings',
    access: 'inPerson',
    right: 'readAudit',
    find: 'forgettings',
    answer: many(Forgetting),
  },
  forgettingsFindOne: {
    method: 'GET',
    path: '/forgettings/:id',
    access: 'inPerson',
    right: 'readAudit',
    find: 'forgettings',
    answer: one(Forgetting),
  },
} as const satisfies Record<string, Endpoint>
