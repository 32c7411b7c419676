import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { addDefaultRules } from '#features/alerts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { requireProjectRoom, tooManyProjects } from '#platform/server/tenancy/project-limit.ts'
import type { UnfinishedSetup } from '#platform/server/tenancy/tables.ts'
import type { Setup, SetupUpdate } from '../../contract.ts'
import { projectBudgets } from '../change-projects.ts'
import { firstSeeing } from '../first-seeing.ts'
import { insertProject, writeProject } from '../projects.ts'
import { type Draft, lockDraft, ownedProjects, presentSetup } from './drafts.ts'

type Answers = z.output<typeof SetupUpdate>

/**
 * Saves answers of the caller's setup. The first ones create the project as a draft, which watches for nothing and is in
 * no list. Saving touches only the draft's row, so it never waits for matches, however often it happens.
 */
export async function saveSetup(ctx: Ctx, answers: Answers): Promise<Setup> {
  const saved = await transaction(ctx, async (tx) => {
    const draft = await lockDraft(ctx, tx)
    if (!draft) return null
    const next = withAnswers(draft, answers)
    const { name, website, summary, audience, pains, communities, setup } = next
    await writeProject(ctx, tx, draft.id, { name, website, summary, audience, pains, communities, setup })
    return next
  })
  return presentSetup(saved ?? (await createDraft(ctx, answers)))
}

/** Creates the draft. Throws RateLimitError and ConflictError as creating a project does. */
async function createDraft(ctx: Ctx, answers: Answers): Promise<Draft> {
  const { userId } = presentActor(ctx)
  await spend(ctx, projectBudgets(ctx), 'You have created 150 projects in the past hour')
  const id = ctx.id()
  return transaction(
    ctx,
    async (tx) => {
      await requireProjectRoom(tx, userId, tooManyProjects.own)
      await requireKnownProjects(ctx, tx, userId)
      const { realm, sources } = await firstSeeing(ctx, tx, answers.website ?? null)
      const { setup, ...empty } = withAnswers(nothing, answers)
      const seen = { realm, sources: [...sources] }
      const rest = { id, status: 'draft' as const, languages: [], timeZone: 'UTC', ...seen }
      const row = await insertProject(ctx, tx, userId, { ...empty, ...rest, setup })
      await addDefaultRules(ctx, tx, { projectId: id, userId })
      await audit(ctx, tx, { projectId: id, action: 'project.create', subjectId: id })
      return { ...row, setup }
    },
    { alsoProjects: [id] },
  )
}

/** Throws ConflictError if another request has just created a project, which may be the draft. */
async function requireKnownProjects(ctx: Ctx, tx: Transaction, userId: string): Promise<void> {
  const known = new Set(ownedProjects(ctx))
  const { rows } = await tx.execute<{ id: string }>(
    sql`select project_id as id from memberships_of(${userId}) where role = 'owner'`,
  )
  if (rows.some(({ id }) => !known.has(id)))
    throw new ApiError('ConflictError', 'A project was created at the same time. Try again.')
}

type Saved = Pick<Draft, 'name' | 'website' | 'summary' | 'audience' | 'pains' | 'communities' | 'setup'>

const nothing: Saved = {
  name: '',
  website: null,
  summary: '',
  audience: [],
  pains: [],
  communities: [],
  setup: {
    ...{ keywords: [], competitors: [], reached: 'product' },
    proposals: { keywords: [], competitors: [], communities: [] },
  },
}

function withAnswers<Row extends Saved>(row: Row, answers: Answers): Row {
  const { keywords, competitors, proposals, facts, voice, disclosure, alerts, agencyPlan, reached, ...columns } =
    answers
  const rest = { keywords, competitors, proposals, facts, voice, disclosure, alerts, agencyPlan, reached }
  const setup: UnfinishedSetup = { ...row.setup, ...given(rest) }
  return { ...row, ...given(columns), setup }
}

function given<Values extends object>(values: Values): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  const found = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(found) as { [Key in keyof Values]?: Exclude<Values[Key], undefined> }
}
