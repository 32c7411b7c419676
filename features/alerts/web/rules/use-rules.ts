import { useRows } from '#platform/web/api/use-rows.ts'
import { call } from '../api.ts'
import { type RuleValues, valuesOf } from './rule-values.ts'

/** Returns the rules of a project, and functions to change them. */
export function useRules(project: string) {
  return useRows({
    key: rulesKey(project),
    find: (page: number, signal: AbortSignal) => {
      const query = {
        filters: { project: { id: { $eq: project } } },
        populate: ['recipients', 'destinations'],
        sort: 'createdAt:asc',
        pagination: { page, pageSize: 100 },
      }
      return call('alertRulesFind', { query, signal })
    },
    create: (values: RuleValues) => call('alertRulesCreate', { body: { data: { project, ...values } } }),
    change: (id: string, values: RuleChange) => call('alertRulesUpdate', { id, body: { data: values } }),
    remove: (id: string) => call('alertRulesDelete', { id }),
    valuesOf,
    nameOf: ({ name }) => name,
  })
}

/** What a row changes in place. */
interface RuleChange {
  status?: 'active' | 'paused'
  snoozedUntil?: string | null
}

export const rulesKey = (project: string) => ['alert-rules', project]
