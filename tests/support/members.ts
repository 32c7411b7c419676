import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { member } from '#platform/server/tenancy/tables.ts'
import { addMember, confirmAddress, jobTransaction, type Person, signUp } from './seed-data.ts'
import type { World } from './world.ts'

/** Where the people of a test are. */
interface Place {
  world: World
  app: FastifyInstance
}

/** Somebody with a confirmed address of their own. */
export async function confirmedPerson({ world, app }: Place, name: string): Promise<Person> {
  const found = await signUp(app, `${name}-${world.ctx.id()}@example.com`)
  await confirmAddress(world.url, found)
  return found
}

/** Somebody who is in a project, with the id of their row of members. */
export async function joinedPerson(
  place: Place & { project: string },
  name: string,
  role: 'owner' | 'admin' | 'member' | 'client',
): Promise<Person & { row: string }> {
  const found = await confirmedPerson(place, name)
  await addMember(place.world.ctx, place.project, found, role)
  return { ...found, row: await memberRowOf(place, found) }
}

/** The id of somebody's row of members in a project. */
export async function memberRowOf(
  { world, project }: { world: World; project: string },
  { id }: Person,
): Promise<string> {
  const [row] = await jobTransaction(world.ctx, (tx) =>
    tx
      .select()
      .from(member)
      .where(and(eq(member.projectId, project), eq(member.userId, id))),
  )
  return row?.id ?? ''
}
