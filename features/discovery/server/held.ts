import { sql } from 'drizzle-orm'
import { opportunity } from '#features/leads/server/index.ts'
import { leadRunResult } from './tables.ts'

/**
 * The condition for results whose post is a lead that the project's plan holds until its release (DECISIONS 21): a run
 * must not show it early.
 */
export const isHeld = sql`exists (
  select from ${opportunity} where ${opportunity.projectId} = ${leadRunResult.projectId}
    and ${opportunity.postId} = ${leadRunResult.postId} and ${opportunity.releasedAt} is null)`
