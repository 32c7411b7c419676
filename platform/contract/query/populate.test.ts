import { describe, expect, test } from 'vitest'
import { resources } from '#app/resources.ts'
import { ApiError } from '../errors.ts'
import { type Shown, users } from '../resource.ts'
import { fieldsOf, type Populate, readPopulate, type Wanted } from './populate.ts'

const all: Wanted = { fields: null, populate: {} }
const read = (populate: unknown, name = 'opportunities') => readPopulate(resources[name]!, populate)

function refusal(populate: unknown, name?: string): ApiError {
  try {
    read(populate, name)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('it was accepted')
}

test.each<[unknown, Populate]>([
  ['post', { post: all }],
  ['*', { post: all, project: all }],
  ['post,project', { post: all, project: all }],
  [['post'], { post: all }],
  [['post', 'post'], { post: all }],
  [
    { 3: 'post', 7: 'project' },
    { post: all, project: all },
  ],
  [{ post: 'true' }, { post: all }],
  [{ post: 'true', project: 'false' }, { post: all }],
  [{ post: '*' }, { post: all }],
  [{ post: { fields: ['title', 'body'] } }, { post: { ...all, fields: ['title', 'body'] } }],
  [{ post: { fields: '*' } }, { post: all }],
  [{}, {}],
])('reads populate=%j', (populate, relations) => {
  expect(read(populate)).toEqual(relations)
})

const nested: Populate = { memberships: { fields: null, populate: { project: all } } }

test.each<[unknown, Populate]>([
  ['memberships', { memberships: all }],
  ['memberships.project', nested],
  [['memberships', 'memberships.project'], nested],
  [['memberships.project', 'memberships'], nested],
  [{ memberships: { populate: '*' } }, nested],
  [{ memberships: { populate: ['project'] } }, nested],
  [
    { memberships: { fields: 'role', populate: { project: { fields: ['name'] } } } },
    { memberships: { fields: ['role'], populate: { project: { fields: ['name'], populate: {} } } } },
  ],
])('reads populate=%j of the signed-in user', (populate, relations) => {
  expect(read(populate, 'me')).toEqual(relations)
})

test.each<[unknown, string, string]>([
  ['user', 'opportunities', 'Invalid key user'],
  ['constructor', 'opportunities', 'Invalid key constructor'],
  [{ constructor: 'true' }, 'opportunities', 'Invalid key constructor'],
  [{ valueOf: 'false' }, 'opportunities', 'Invalid key valueOf'],
  ['post.author', 'opportunities', 'Invalid key author at post'],
  [{ post: { filters: { importId: 'x' } } }, 'opportunities', 'Invalid key importId at post.filters'],
  [{ post: { sort: 'body' } }, 'opportunities', 'Invalid key body at post.sort'],
  [{ createdBy: { filters: { username: 'x' } } }, 'imports', 'Invalid key username at createdBy.filters'],
  [{ createdBy: { fields: 'passwordHash' } }, 'imports', 'Invalid key passwordHash at createdBy.fields'],
  [{ createdBy: { fields: 'username' } }, 'imports', 'Invalid key username at createdBy.fields'],
  [{ createdBy: { populate: 'memberships' } }, 'imports', 'Invalid key memberships at createdBy.populate'],
  [{ memberships: { fields: 'project' } }, 'me', 'Invalid key project at memberships.fields'],
])('rejects populate=%j of %s: %s', (populate, name, message) => {
  expect(refusal(populate, name)).toMatchObject({ message, status: 400, details: { source: 'query' } })
})

test.each([
  ['three levels of relations', { memberships: { populate: { project: { populate: '*' } } } }],
  ['three levels of relations, written with dots', 'memberships.project.memberships'],
  ['a word as the options of a relation', { memberships: 'yes' }],
  ['a list as the options of a relation', { memberships: ['fields'] }],
  ['an empty value', ''],
  ['an empty value in a list', ['']],
])('rejects %s', (_what, populate) => {
  expect(refusal(populate, 'me').status).toBe(400)
})

/** Resources, and the rows without a list of their own that they refer to. */
const shown = Object.fromEntries(
  Object.values(resources).flatMap((each): [string, Shown][] =>
    [...Object.values(each.relations), each].map((of) => [of.name, of]),
  ),
)

describe('the resource', () => {
  test.each(Object.entries(shown))('%s has only relations that are fields of its entity', (_name, resource) => {
    for (const relation of Object.keys(resource.relations))
      expect(Object.keys(resource.entity.shape)).toContain(relation)
  })

  test.each(Object.entries(shown))('%s sorts only by filterable fields', (_name, resource) => {
    expect(resource.sortable.filter((field) => !Object.hasOwn(resource.filterable, field))).toEqual([])
  })

  /**
   * Filters that aren't fields: relations that aren't populated, because not every reader may see their rows
   * (docs/decisions/0034), parts of a lead's post, decision, and claim, the place of a person's stage, and the texts and
   * names of a conversation.
   */
  const filterOnly: Record<string, string[]> = {
    leadRunResults: ['isLead', 'subreddit'],
    conversations: ['words'],
    people: ['stagePosition'],
    mentions: ['keyword', 'competitor'],
    opportunities: [
      'reason',
      'archive',
      'text',
      'subreddit',
      'permalink',
      'keyword',
      'competitor',
      'claimed',
      'due',
      'visibility',
      'hour',
      'weekday',
    ],
  }

  test.each(Object.entries(shown))('%s filters only by its fields and relations', (name, resource) => {
    const allowed = [...fieldsOf(resource), ...Object.keys(resource.relations), ...(filterOnly[name] ?? [])]
    expect(Object.keys(resource.filterable).filter((field) => !allowed.includes(field))).toEqual([])
  })

  test("users shows other users' email address and nothing else", () => {
    expect(fieldsOf(users)).toEqual(['id', 'documentId', 'email'])
    expect(users.relations).toEqual({})
  })
})
