import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { member } from '#platform/server/tenancy/tables.ts'
import { addMember, confirmAddress, jobTransaction, type Person, signUp } from './seed-data.ts'
import type { World } from './world.ts'

/** The server of a test's users. */
interface TestServer {
  world: World
  app: FastifyInstance
}

/** Signs up a user with a unique, confirmed address. */
export async function confirmedPerson({ world, app }: TestServer, name: string): Promise<Person> {
  const found = await signUp(app, `${name}-${world.ctx.id()}@example.com`)
  await confirmAddress(world.url, found)
  return found
}

/** Signs up a user and adds them to a project. Returns the user and the ID of their membership. */
export async function joinedPerson(
  server: TestServer & { project: string },
  name: string,
  role: 'owner' | 'admin' | 'member' | 'client',
): Promise<Person & { row: string }> {
  const found = await confirmedPerson(server, name)
  await addMember(server.world.ctx, server.project, found, role)
  return { ...found, row: await memberRowOf(server, found) }
}

/** Returns the ID of a user's membership in a project. */
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
