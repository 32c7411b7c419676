import { requireQuery } from '#features/search/server/index.ts'
import { serveResource } from '#platform/server/resource.ts'
import { alertRulesContract } from '../contract.ts'
import { alertRule } from './tables.ts'

/** The leads that whoever makes a rule wants to be told of at once. */
export const alertRules = serveResource(alertRulesContract, {
  table: alertRule,
  noun: 'alertRule',
  unique: { index: 'alert_rule_name', field: 'name', taken: 'An alert rule with this name already exists' },
  check: ({ query }) => requireQuery(query),
})
