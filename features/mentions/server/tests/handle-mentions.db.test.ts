import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, auditOf, call, type Person, seedMention, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { handledMax } from '../../contract-limits.ts'

/** Tests what people do with mentions: handle several at once, download them, and open their leads. */
let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, cleo, 'client')
})
afterAll(() => world.close())

describe('several mentions', () => {
  const put = (mentions: string[], handled: boolean, by = ann) =>
    call(app, by, 'PUT', `projects/${project}/handled-mentions`, { mentions, handled })

  test('are handled and unhandled at once, with one audit entry each', async () => {
    const ids = [await seedMention(world.ctx, project), await seedMention(world.ctx, project)]
    await call(app, ann, 'PUT', `mentions/${ids[0]}`, { handled: true })
    expect((await put(ids, true)).json().data).toEqual({ changed: [ids[1]] })
    expect((await call(app, ann, 'GET', `mentions/${ids[1]}`)).json().data).toMatchObject({
      handled: true,
      handledAt: world.clock.now.toISOString(),
    })
    expect((await put(ids, false)).json().data.changed.toSorted()).toEqual(ids.toSorted())
    expect((await call(app, ann, 'GET', `mentions/${ids[0]}`)).json().data).toMatchObject({
      handled: false,
      handledAt: null,
    })
    const several = (await auditOf(world.ctx, project)).filter((action) => action.includes('mention.updateSeveral'))
    expect(several).toHaveLength(2)
  })

  test('leave out those of other projects and unknown ones', async () => {
    const theirs = await seedMention(world.ctx, await setUpProject(app, bob))
    expect((await put([theirs, world.ctx.id()], true)).json().data).toEqual({ changed: [] })
    expect((await call(app, bob, 'GET', `mentions/${theirs}`)).json().data.handled).toBe(false)
  })

  test('are refused to clients, strangers, and visitors, and without a sound list', async () => {
    const id = await seedMention(world.ctx, project)
    expect((await put([id], true, cleo)).statusCode).toBe(403)
    expect((await put([id], true, bob)).statusCode).toBe(404)
    const url = `/api/projects/${project}/handled-mentions`
    expect(
      (await app.inject({ method: 'PUT', url, payload: { data: { mentions: [id], handled: true } } })).statusCode,
    ).toBe(403)
    expect((await put([], true)).statusCode).toBe(400)
    expect((await put(['x'], true)).statusCode).toBe(400)
    const tooMany = Array.from({ length: handledMax + 1 }, () => world.ctx.id())
    expect((await put(tooMany, true)).statusCode).toBe(400)
  })
})

describe('the file', () => {
  const file = (query: string, by = ann) => call(app, by, 'GET', `mentions.csv?${query}`)

  test('has the mentions of the list, with their posts', async () => {
    const own = await setUpProject(app, ann, { name: 'Files' })
    await seedMention(world.ctx, own, { sentence: '=Pipewell, "did" it', subreddit: 'Plumbing' })
    await seedMention(world.ctx, own, {
      kind: 'competitor',
      phrase: 'Weldco',
      sentence: 'Weldco is slow',
      sentiment: 'negative',
    })
    const answer = await file(`filters[project]=${own}&sort=createdAt`)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="mentions.csv"')
    const lines = answer.body.trim().split('\r\n')
    expect(lines[0]).toBe(
      'kind,name,otherNames,sentiment,sentence,community,author,postedAt,votes,comments,handledAt,title,link',
    )
    expect(lines[1]).toContain(`brand,Pipewell,,positive,"'=Pipewell, ""did"" it",Plumbing,`)
    expect(lines[2]).toMatch(/^competitor,Weldco,.*Which welder for pipes\?,https:\/\/www\.reddit\.com\/r\/Welding\//)
    expect((await file(`filters[project]=${own}&filters[kind]=brand`)).body.trim().split('\r\n')).toHaveLength(2)
  })

  test('is for those who may read the list, and refuses what the list refuses', async () => {
    expect((await file('', cleo)).statusCode).toBe(200)
    expect((await file(`filters[project]=${project}`, bob)).body.trim().split('\r\n')).toHaveLength(1)
    expect((await app.inject('/api/mentions.csv')).statusCode).toBe(403)
    expect((await file('filters[secret]=1')).statusCode).toBe(400)
  })
})

test('a mention names the lead of its post, or the primary of a copy', async () => {
  const [mention, copy] = [await seedMention(world.ctx, project), await seedMention(world.ctx, project)]
  const leadOf = async (id: string) => (await call(app, ann, 'GET', `mentions/${id}`)).json().data.opportunityId
  const lead = await leadOf(mention)
  expect((await call(app, ann, 'GET', `opportunities/${lead}?populate=post`)).json().data.post.title).toBe(
    'Which welder for pipes?',
  )
  await ask(
    world.url,
    'update opportunity set sibling_of = $1 where post_id = (select post_id from mention where id = $2)',
    [lead, copy],
  )
  expect(await leadOf(copy)).toBe(lead)
  await ask(world.url, 'delete from opportunity where post_id = (select post_id from mention where id = $1)', [copy])
  expect(await leadOf(copy)).toBeNull()
})
