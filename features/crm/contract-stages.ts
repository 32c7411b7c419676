import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { type Endpoint, one, relation } from '#platform/contract/endpoint.ts'
import { resource } from '#platform/contract/resource.ts'
import { row } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'
import { peopleContract } from './contract.ts'

/** What a stage means: people in it may be won, or were decided about. */
const stageKinds = ['open', 'won', 'lost'] as const
/** The most stages of a project. */
export const stagesMost = 12

/** A step on the way of a project's people, such as Contacted: a column of the board. */
export const PersonStage = z.object({
  ...row,
  /** What people and filters refer to. It stays when the stage is renamed. */
  key: z.string(),
  name: z.string(),
  kind: z.enum(stageKinds),
  /** Its place among the stages, from 1. */
  position: z.number().int(),
  project: Project.optional(),
})
export type PersonStage = z.infer<typeof PersonStage>

const name = text(50)
const kind = z.enum(stageKinds)
const position = z.number().int().min(1).max(stagesMost)

/** A new stage comes last unless `position` says otherwise. The others move on. */
export const PersonStageCreate = z.strictObject({
  project: relation,
  name,
  kind: kind.default('open'),
  position: position.optional(),
})
export const PersonStageUpdate = z.strictObject({
  name: name.optional(),
  /** The stage with the key `new` is open, since everybody begins there. */
  kind: kind.optional(),
  position: position.optional(),
})

const stages = resource('personStages', {
  entity: PersonStage,
  create: PersonStageCreate,
  update: PersonStageUpdate,
  rights: { read: 'readOutreach', write: 'changeOutreach' },
  filters: { key: 'text', name: 'text', kind: 'text', position: 'number' },
  sort: ['position', 'name'],
  relations: { project: projectsResource },
})

export const personStagesContract = {
  ...stages,
  endpoints: {
    ...stages.endpoints,
    /** Deletes a stage. With people in it, `moveTo` names the stage that they move to. The stage `new` stays. */
    personStagesDelete: {
      ...stages.endpoints.personStagesDelete,
      query: z.strictObject({ moveTo: z.uuid().optional() }),
    },
  },
}

/** How many people are in a stage, and what they are worth. */
const StageTotal = z.object({
  /** The stage's key. */
  stage: z.string(),
  people: z.number().int(),
  /** The sums of their values, in the smallest unit of each currency. */
  values: z.array(z.object({ currency: z.string(), sum: z.number() })),
})
export type StageTotal = z.infer<typeof StageTotal>

export const peopleTotalsEndpoints = {
  /** The stages that have people. Takes the filters of the list of people; sorting and paging have no effect. */
  peopleTotals: {
    method: 'GET',
    path: '/people-totals',
    access: 'signedIn',
    right: 'readOutreach',
    find: peopleContract.resource,
    answer: one(z.array(StageTotal)),
  },
} as const satisfies Record<string, Endpoint>
