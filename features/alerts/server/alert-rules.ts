import { requireQuery } from '#features/search/server/index.ts'
import { serveResource } from '#platform/server/resource.ts'
import { alertRulesContract } from '../contract.ts'
import { alertRule } from './tables.ts'

/** The rules for immediate alerts about leads. */
export const alertRules = serveResource(alertRulesContract, {
  table: alertRule,
  noun: 'alertRule',
  unique: { index: 'alert_rule_name', field: 'name', taken: 'An alert rule with this name already exists' },
  check: ({ query }) => requireQuery(query),
})
