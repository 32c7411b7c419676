import type { FastifyInstance } from 'fastify'
import { appOf, type Person, signUp } from './seed-data.ts'
import { testWorld, type World } from './world.ts'

/** Opens a world and its server, and signs up users: ann is ann@example.com. The server closes with the world. */
export async function testApp<Name extends string = never>(
  ...names: Name[]
): Promise<{ world: World; app: FastifyInstance } & Record<Name, Person>> {
  const world = await testWorld()
  const closeWorld = world.close
  const app = await appOf(world.ctx)
  const people: [string, Person][] = []
  for (const name of names) people.push([name, await signUp(app, `${name}@example.com`)])
  const named = Object.fromEntries(people) as Record<Name, Person>
  const close = async () => {
    await app.close()
    await closeWorld()
  }
  return { world: Object.assign(world, { close }), app, ...named }
}
