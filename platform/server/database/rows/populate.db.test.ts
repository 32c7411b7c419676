import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectsResource } from '#features/projects/contract.ts'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  seedOpportunity,
  setUpProject,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { fieldsOf } from '../../../contract/query/populate.ts'
import { member } from '../../tenancy/tables.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let pipewell: string
let brewbook: string
/** Bob's import in Pipewell. */
let bobsImport: string

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  await confirmAddress(world.url, bob)
  pipewell = await setUpProject(app, ann, { name: 'Pipewell', competitors: ['Weldco'] })
  brewbook = await setUpProject(app, bob, { name: 'Brewbook' })
  await addMember(world.ctx, pipewell, bob, 'admin')
  await seedOpportunity(world.ctx, pipewell)
  const upload = { origin: 'upload', name: 'posts.zst', bytesTotal: 5_000_000, fingerprint: 'posts' }
  bobsImport = (await create(app, bob, 'imports', { project: pipewell, ...upload })).id
})
afterAll(() => world.close())

async function get(path: string, person = ann) {
  const answer = await app.inject({ url: `/api/${path}`, headers: person.headers })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

test.each(['keywords', 'competitors', 'opportunities', 'imports'])(
  '%s include their project when populated, in a list and in a single row',
  async (resource) => {
    const list = await get(`${resource}?populate=project&filters[project]=${pipewell}`)
    expect(list.data.length).toBeGreaterThan(0)
    for (const row of list.data) {
      expect(row.project).toMatchObject({ id: pipewell, documentId: pipewell, name: 'Pipewell' })
      expect(Object.keys(row.project).toSorted()).toEqual(fieldsOf(projectsResource).toSorted())
    }
    const one = await get(`${resource}/${list.data[0].id}?populate[project][fields]=name&fields=createdAt`)
    expect(one.data).toEqual({
      id: list.data[0].id,
      documentId: list.data[0].id,
      createdAt: expect.any(String),
      project: { id: pipewell, documentId: pipewell, name: 'Pipewell' },
    })
  },
)

test('relations are omitted unless requested', async () => {
  for (const resource of ['keywords', 'competitors', 'opportunities', 'imports']) {
    const { data } = await get(resource)
    for (const name of ['project', 'post', 'createdBy']) expect(data[0]).not.toHaveProperty(name)
  }
})

test('each row of a list includes its own project', async () => {
  const { data } = await get('keywords?filters[kind]=problem&populate=project', bob)
  expect(data.map((row: { project: { name: string } }) => row.project.name)).toEqual(['Pipewell', 'Brewbook'])
})

test('related rows that do not match are left out', async () => {
  const query = 'filters[kind]=problem&populate[project][filters][name][$startsWith]=Brew&populate[project][sort]=name'
  const { data } = await get(`keywords?${query}`, bob)
  expect(data.map((row: { project: { name: string } | null }) => row.project?.name)).toEqual([undefined, 'Brewbook'])
})

test('posts, members, and memberships are filtered and sorted where they are populated', async () => {
  const posts = async (filter: string) => {
    const { data } = await get(`opportunities?populate[post][filters]${filter}&populate[post][sort]=score&fields=score`)
    return data.map(({ post }: { post: { title: string } | null }) => post !== null)
  }
  expect(await posts('[subreddit]=Welding')).toEqual([true])
  expect(await posts('[standing]=there')).toEqual([true])
  expect(await posts('[standing][$ne]=there')).toEqual([false])
  expect(await posts('[$or][0][author][$null]=true&populate[post][filters][$or][1][title]=x')).toEqual([false])

  const recipients = [ann.id, bob.id]
  await create(app, ann, 'alert-rules', { project: pipewell, name: 'Both', recipients })
  const emails = async (options: string) => {
    const { data } = await get(`alert-rules?filters[name]=Both&${options}`)
    return data[0].recipients.map(({ email }: { email: string }) => email)
  }
  expect(await emails('populate[recipients][sort]=email:desc')).toEqual(['bob@example.com', 'ann@example.com'])
  expect(await emails('populate[recipients][filters][email][$startsWithi]=BOB')).toEqual(['bob@example.com'])

  const mine = (options: string) => get(`users/me?populate[memberships]${options}`, bob)
  expect((await mine('[filters][role]=owner')).memberships).toMatchObject([{ role: 'owner' }])
  expect((await mine('[sort]=role:desc')).memberships).toMatchObject([{ role: 'owner' }, { role: 'admin' }])
  const named = await mine('[populate][project][filters][name]=Brewbook')
  expect(named.memberships).toMatchObject([{ project: null }, { project: { name: 'Brewbook' } }])
})

test('the signed-in user includes memberships and their projects, two relations deep', async () => {
  const flat = await get('users/me?populate[0]=memberships', bob)
  expect(flat).toMatchObject({ id: bob.id, email: 'bob@example.com' })
  expect(flat.memberships.map(({ role }: { role: string }) => role)).toEqual(['admin', 'owner'])
  expect(flat.memberships[0]).not.toHaveProperty('project')

  const deep = await get('users/me?fields=email&populate[memberships][populate][project][fields]=name', bob)
  expect(Object.keys(deep).toSorted()).toEqual(['documentId', 'email', 'id', 'memberships'])
  expect(deep.memberships.map(({ project }: { project: object }) => project)).toEqual([
    { id: pipewell, documentId: pipewell, name: 'Pipewell' },
    { id: brewbook, documentId: brewbook, name: 'Brewbook' },
  ])
})

test('a fellow member is shown with only an email address and can be filtered by id', async () => {
  const { data } = await get(`imports?populate=*&filters[createdBy]=${bob.id}`)
  expect(data[0].createdBy).toEqual({ id: bob.id, documentId: bob.id, email: 'bob@example.com' })
  expect((await get(`imports?filters[createdBy][id][$eq]=${ann.id}`)).data).toEqual([])
})

test('a member who left the project is no longer shown there', async () => {
  await jobTransaction(world.ctx, (tx) => tx.delete(member).where(eq(member.userId, bob.id)))
  const { data } = await get(`imports/${bobsImport}?populate=createdBy`)
  expect(data.createdBy).toBeNull()
  expect((await get('users/me?populate=memberships', bob)).memberships).toEqual([])
})
