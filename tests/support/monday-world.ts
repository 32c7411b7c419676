import type { FastifyInstance } from 'fastify'
import { releaseDue } from '#features/leads/server/release-finds.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { testApp } from './app.ts'
import { asJob, startProject } from './leads.ts'
import { addMember, type Person, seedSubscription, signUp } from './seed-data.ts'
import type { World } from './world.ts'

interface MondayWorld {
  world: World
  /** The context of a job. */
  ctx: Ctx
  app: FastifyInstance
  ann: Person
  project: string
}

/**
 * Opens a world, or makes one new, with a project of Ann's whose plan releases leads and mentions on Mondays. It starts
 * on a Friday.
 */
export async function mondayWorld(opened?: Pick<MondayWorld, 'world' | 'app'>): Promise<MondayWorld> {
  await opened?.world.restart()
  const { world, app } = opened ?? (await testApp())
  const ann = await signUp(app, 'ann@example.com')
  world.ctx.billing = 'paddle'
  const ctx = asJob(world.ctx)
  const project = await startProject(ctx)
  await addMember(ctx, project, ann, 'owner')
  await seedSubscription(ctx, project, { userId: ann.id, mainProductId: 'pro_startup', mainProductName: 'Startup' })
  await releaseDue(ctx)
  await world.drain()
  return { world, ctx, app, ann, project }
}
