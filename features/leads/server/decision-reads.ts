import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { Claim, Decision, Rejection, Reply } from '../contract.ts'
import type { LeadKey } from './leads.ts'
import { claim, decision } from './tables.ts'

/** The decisions about one lead. */
interface Decisions {
  reply?: Reply
  rejection?: Rejection
  save?: Decision
}

/** Returns the decisions about some leads by lead id, with their users and times. */
export async function decisionsOf(tx: Transaction, leads: readonly LeadKey[]): Promise<Map<string, Decisions>> {
  const found = new Map<string, Decisions>()
  if (leads.length === 0) return found
  const projectIds = [...new Set(leads.map((lead) => lead.projectId))]
  const ids = leads.map((lead) => lead.id)
  const rows = await tx
    .select({
      opportunityId: decision.opportunityId,
      kind: decision.kind,
      reason: decision.reason,
      text: decision.text,
      permalink: decision.permalink,
      at: decision.createdAt,
      by: sql<string>`coalesce(${user.username}, ${decision.pseudonym})`,
    })
    .from(decision)
    .leftJoin(user, eq(user.id, decision.userId))
    .where(and(inArray(decision.projectId, projectIds), inArray(decision.opportunityId, ids)))
  for (const { opportunityId, kind, reason, text, permalink, at, by } of rows) {
    const stamp = { by, at: at.toISOString() }
    const decisions = found.get(opportunityId) ?? {}
    if (kind === 'save') decisions.save = stamp
    else if (kind === 'reply') decisions.reply = { ...stamp, text, permalink, checks: [] }
    else if (reason) decisions.rejection = { ...stamp, reason }
    found.set(opportunityId, decisions)
  }
  return found
}

/** Returns who is working on some leads and since when, by lead id. */
export async function claimsOf(tx: Transaction, leads: readonly LeadKey[]): Promise<Map<string, Claim>> {
  if (leads.length === 0) return new Map()
  const projectIds = [...new Set(leads.map((lead) => lead.projectId))]
  const ids = leads.map((lead) => lead.id)
  const rows = await tx
    .select({ opportunityId: claim.opportunityId, user: claim.userId, by: user.username, at: claim.createdAt })
    .from(claim)
    .innerJoin(user, eq(user.id, claim.userId))
    .where(and(inArray(claim.projectId, projectIds), inArray(claim.opportunityId, ids)))
  return new Map(rows.map(({ opportunityId, at, ...rest }) => [opportunityId, { ...rest, at: at.toISOString() }]))
}
