import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#platform/server/ctx.ts'
import { addMember, type Person, seedSubscription } from '#tests/support/seeding.ts'
import type { World } from '#tests/support/testing.ts'
import { testApp } from '#tests/support/testing-app.ts'
import { asJob, startProject } from '#tests/support/testing-leads.ts'
import { releaseDue } from '../release-finds.ts'

interface MondayWorld {
  world: World
  /** Acts as a job. */
  ctx: Ctx
  app: FastifyInstance
  ann: Person
  project: string
}

/** A world with a project of ann's whose leads and mentions come on Mondays, as its plan has it; it begins on a Friday. */
export async function mondayWorld(): Promise<MondayWorld> {
  const { world, app, ann } = await testApp('ann')
  world.ctx.billing = 'paddle'
  const ctx = asJob(world.ctx)
  const project = await startProject(ctx)
  await addMember(ctx, project, ann, 'owner')
  await seedSubscription(ctx, project, { userId: ann.id, mainProductId: 'pro_startup', mainProductName: 'Startup' })
  await releaseDue(ctx)
  await world.drain()
  return { world, ctx, app, ann, project }
}
