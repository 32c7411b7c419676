import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { socialAttempt, socialPending } from '#features/accounts/server/tables.ts'
import { transaction } from '#platform/server/database/database.ts'
import { throttle } from '#platform/server/database/tables.ts'
import { user } from '#platform/server/tenancy/tables.ts'

import { appOf } from './seed-data.ts'
import { openTestProviders, type TestProviders } from './sign-in-providers.ts'
import { testWorld, type World } from './world.ts'

interface SocialWorld {
  world: World
  outside: TestProviders
  app: FastifyInstance
}

/** Opens a world with sign-in providers and a server for the tests of a file. Users are deleted after each test. */
export function inSocialWorld(onOpen: (socialWorld: SocialWorld) => void): void {
  let socialWorld: SocialWorld
  beforeAll(async () => {
    const world = await testWorld()
    const outside = await openTestProviders()
    socialWorld = { world, outside, app: await appOf({ ...world.ctx, signIn: outside.apps }) }
    onOpen(socialWorld)
  })
  afterEach(async () => {
    const { world, outside } = socialWorld
    await outside.behave()
    await world.drain()
    world.mails.length = 0
    await transaction(world.ctx, async (tx) => {
      for (const table of [user, throttle, socialPending, socialAttempt]) await tx.delete(table)
    })
  })
  afterAll(async () => {
    await socialWorld.app.close()
    await socialWorld.outside.close()
    await socialWorld.world.close()
  })
}
