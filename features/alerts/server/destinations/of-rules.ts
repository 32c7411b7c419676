import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray } from 'drizzle-orm'
import type { RelatedChange } from '#platform/contract/body/relations.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { relatedAfter } from '#platform/server/database/rows/related.ts'
import { destinationsMax } from '../../contract.ts'
import { alertRuleDestination, destination } from './tables.ts'

interface RuleKey {
  projectId: string
  id: string
}

/** Returns the IDs of each rule's destinations. */
export async function destinationsOf(tx: Transaction, rows: readonly RuleKey[]): Promise<string[][]> {
  if (rows.length === 0) return []
  const projectIds = [...new Set(rows.map(({ projectId }) => projectId))]
  const ruleIds = rows.map(({ id }) => id)
  const found = await tx
    .select()
    .from(alertRuleDestination)
    .where(and(inArray(alertRuleDestination.projectId, projectIds), inArray(alertRuleDestination.ruleId, ruleIds)))
    .orderBy(alertRuleDestination.destinationId)
  return rows.map(({ id }) => found.flatMap(({ ruleId, destinationId }) => (ruleId === id ? [destinationId] : [])))
}

/** Throws ValidationError unless all are destinations of the project. */
export async function requireDestinations(tx: Transaction, projectId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await requireSameProject(tx, destination, { projectId, id, field: 'destinations' })
}

/** Replaces the destinations of a rule. Messages that wait for former ones will be refused. */
export async function writeDestinations(
  tx: Transaction,
  { projectId, id }: RuleKey,
  destinationIds: readonly string[],
): Promise<void> {
  const isOfRule = and(eq(alertRuleDestination.projectId, projectId), eq(alertRuleDestination.ruleId, id))
  await tx.delete(alertRuleDestination).where(isOfRule)
  const rows = destinationIds.map((destinationId) => ({ projectId, ruleId: id, destinationId }))
  if (rows.length > 0) await tx.insert(alertRuleDestination).values(rows)
}

/** Changes the destinations, if any are sent. Returns the names of the changed fields. */
export async function changeDestinations(
  tx: Transaction,
  row: RuleKey,
  sent: RelatedChange | undefined,
): Promise<string[]> {
  if (sent === undefined) return []
  const [standing = []] = await destinationsOf(tx, [row])
  const wanted = relatedAfter(standing, sent, { field: 'destinations', most: destinationsMax })
  if (isDeepStrictEqual(wanted, standing)) return []
  await requireDestinations(tx, row.projectId, wanted)
  await writeDestinations(tx, row, wanted)
  return ['destinations']
}
