import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { member } from '#platform/server/tenancy/tables.ts'
import { addMember, confirmAddress, jobTransaction, type Person, signUp } from './seed-data.ts'
import type { World } from './world.ts'

/** Where the people of a test are. */
interface TestServer {
  world: World
  app: FastifyInstance
}

/** Somebody with a confirmed address of their own. */
export async function confirmedPerson({ world, app }: TestServer, name: string): Promise<Person> {
  const found = await signUp(app, `${name}-${world.ctx.id()}@example.com`)
  await confirmAddress(world.url, found)
  return found
}

/** Somebody who is in a project, with the id of their row of members. */
export async function joinedPerson(
  server: TestServer & { project: string },
  name: string,
  role: 'owner' | 'admin' | 'member' | 'client',
): Promise<Person & { row: string }> {
  const found = await confirmedPerson(server, name)
  await addMember(server.world.ctx, server.project, found, role)
  return { ...found, row: await memberRowOf(server, found) }
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
