import type { Component } from '@earshot/contract/entities'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { actingAs, type Ctx, type Membership } from './ctx.ts'
import { transaction } from './db/database.ts'
import { member, opportunity, post } from './db/schema.ts'

/** People and things for tests, made as users make them where there is a way, and as rows where the pipeline would. */

/** Somebody signed in. */
export interface Person {
  id: string
  email: string
  jwt: string
  /** For inject(): their token in the header. */
  headers: { authorization: string }
}

export const password = 'correct horse battery'

/** Signs somebody up through the API. */
export async function signUp(app: FastifyInstance, email: string): Promise<Person> {
  const payload = { email, password }
  const { jwt, user } = await made<{ jwt: string; user: { id: string } }>(
    app,
    { method: 'POST', url: '/api/auth/local/register', payload },
    200,
  )
  return { id: user.id, email, jwt, headers: { authorization: `Bearer ${jwt}` } }
}

/** Sets a project up through the API, by default for a pipe welder called Pipewell. Answers its id. */
export async function setUpProject(
  app: FastifyInstance,
  owner: Person,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const data = { name: 'Pipewell', keywords: ['pipe welding'], ...overrides }
  const { id } = await create(app, owner, 'projects', data)
  return id
}

/** Creates a row of any resource through the API. */
export async function create(
  app: FastifyInstance,
  person: Person,
  resource: string,
  data: Record<string, unknown>,
): Promise<{ id: string }> {
  const { headers } = person
  const request = { method: 'POST', url: `/api/${resource}`, headers, payload: { data } } as const
  return (await made<{ data: { id: string } }>(app, request, 201)).data
}

/** Puts somebody into a project with a role, as an accepted invitation would. */
export async function addMember(ctx: Ctx, projectId: string, person: Person, role: Membership['role']): Promise<void> {
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  await transaction(actingAs(ctx, { kind: 'job', name: 'seeding' }), (tx) =>
    tx.insert(member).values({ projectId, id: ctx.id(), userId: person.id, role, ...dates }),
  )
}

let posts = 0

/** A post that the pipeline has found for a project, with one reason in its body. Answers the opportunity's id. */
export async function seedOpportunity(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof opportunity.$inferInsert & { title: string; body: string }> = {},
): Promise<string> {
  const { title = 'Which welder for pipes?', body = 'We are looking for a pipe welder.', ...rest } = overrides
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const postedAt = rest.postedAt === undefined ? ctx.now() : rest.postedAt
  const postId = ctx.id()
  const id = ctx.id()
  posts += 1
  const outsideId = BigInt(parseInt('seed00', 36) + posts)
  const permalink = `/r/Welding/comments/${outsideId.toString(36)}/`
  const start = Math.max(0, body.indexOf('looking'))
  const reason = { text: 'asks for one', points: 30, spans: [{ field: 'body' as const, start, end: start + 7 }] }
  const components: Component[] = [{ name: 'intent', points: 30, reasons: [reason] }]
  await transaction(actingAs(ctx, { kind: 'job', name: 'seeding' }), async (tx) => {
    const common = { kind: 'post', source: 1, subreddit: 'Welding', author: 'ann', bodyTruncated: false } as const
    await tx.insert(post).values({ ...common, id: postId, outsideId, title, body, permalink, postedAt, ...dates })
    await tx
      .insert(opportunity)
      .values({ projectId, id, postId, score: 60, label: 2, components, ...dates, ...rest, postedAt })
  })
  return id
}

async function made<T>(app: FastifyInstance, request: InjectOptions, status: number): Promise<T> {
  const answer = await app.inject(request)
  if (answer.statusCode !== status)
    throw new Error(`${String(request.url)} answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<T>()
}
