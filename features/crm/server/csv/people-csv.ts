import { inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { decimalOf } from '#engine/crm/people-file.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Reading } from '#platform/server/database/rows/find.ts'
import { registerCsvFile } from '#platform/server/http/csv-file.ts'
import { member } from '#platform/server/tenancy/tables.ts'
import { peopleContract, type RedditPerson } from '../../contract.ts'
import { people } from '../people/people.ts'
import { type person, personStage } from '../tables.ts'

type PersonRow = typeof person.$inferSelect

/** A person as the file shows them. */
interface FilePerson extends Omit<RedditPerson, 'owner'>, Record<string, unknown> {
  stageName: string
  /** An email address; empty without an owner. */
  owner: string
}

/** Registers `GET /api/people.csv`: the list of people as a file, whose columns can be imported again. */
export function registerPeopleFile(app: FastifyInstance, ctx: Ctx): void {
  registerCsvFile(app, ctx, {
    path: '/api/people.csv',
    fileName: 'people.csv',
    endpoint: peopleContract.endpoints.peopleFind,
    resource: peopleContract.resource,
    readingOf: () => namedPeople,
    columns,
  })
}

const namedPeople: Reading<PersonRow, FilePerson> = {
  ...people,
  present: async (tx, rows, query) => {
    const projects = [...new Set(rows.map(({ projectId }) => projectId))]
    const stages = await stageNames(tx, projects)
    const owners = await ownerNames(tx, projects)
    return (await people.present(tx, rows, query)).map((each, index) => {
      const { projectId, stage, ownerId } = rows[index]!
      const owner = ownerId === null ? '' : (owners.get(`${projectId} ${ownerId}`) ?? '')
      return { ...each, stageName: stages.get(`${projectId} ${stage}`) ?? stage, owner }
    })
  },
}

async function stageNames(tx: Transaction, projects: readonly string[]): Promise<Map<string, string>> {
  const { projectId, key, name } = personStage
  const rows = await tx
    .select({ projectId, key, name })
    .from(personStage)
    .where(inArray(projectId, [...projects]))
  return new Map(rows.map((row) => [`${row.projectId} ${row.key}`, row.name]))
}

async function ownerNames(tx: Transaction, projects: readonly string[]): Promise<Map<string, string>> {
  const { projectId, userId, email } = member
  const rows = await tx
    .select({ projectId, userId, email })
    .from(member)
    .where(inArray(projectId, [...projects]))
  return new Map(rows.map((row) => [`${row.projectId} ${row.userId}`, row.email]))
}

const columns: Record<string, (person: FilePerson) => string> = {
  handle: ({ handle }) => handle,
  stage: ({ stageName }) => stageName,
  stageSince: ({ stageSince }) => stageSince,
  value: ({ value, currency }) => (value === null || currency === null ? '' : decimalOf({ value, currency })),
  currency: ({ currency }) => currency ?? '',
  owner: ({ owner }) => owner,
  tags: ({ tags }) => tags.join(', '),
  doNotContact: ({ doNotContact }) => (doNotContact ? 'yes' : ''),
  email: ({ email }) => email ?? '',
  nextAction: ({ nextTask }) => nextTask?.text ?? '',
  nextActionAt: ({ nextTaskAt }) => nextTaskAt ?? '',
  alsoKnownAs: ({ aliases }) => aliases.join(', '),
  createdAt: ({ createdAt }) => createdAt,
  link: ({ handle }) => `https://www.reddit.com/user/${handle}/`,
}
