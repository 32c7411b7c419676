import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { SavedView, savedViewsContract } from '#features/views/contract.ts'
import { optionalRelation } from '#platform/contract/body/relations.ts'
import { type Endpoint, envelope, many, nothing, one, relation } from '#platform/contract/endpoint.ts'
import { dated, identity, type Resource, users } from '#platform/contract/resource.ts'
import { instant, Person, row } from '#platform/contract/row.ts'

export const feedContents = ['leads', 'mentions'] as const

/** A project's leads or mentions as RSS and JSON Feed at a secret address (docs/decisions/0104). */
export const ViewFeed = z.object({
  ...row,
  content: z.enum(feedContents),
  lastReadAt: instant.nullable(),
  /** The saved view whose leads it has; null for the default list. */
  view: SavedView.nullable().optional(),
  project: Project.optional(),
  createdBy: Person.nullable().optional(),
})
export type ViewFeed = z.infer<typeof ViewFeed>

export const ViewFeedCreate = z
  .strictObject({
    project: relation,
    content: z.enum(feedContents).default('leads'),
    view: optionalRelation.default(null),
  })
  .refine(({ content, view }) => content === 'leads' || view === null, {
    path: ['view'],
    message: 'Only leads have saved views',
  })
export type ViewFeedCreate = z.input<typeof ViewFeedCreate>

const viewFeedsResource: Resource = {
  name: 'viewFeeds',
  entity: ViewFeed,
  filterable: { ...identity, project: 'relation', view: 'relation', createdBy: 'relation', content: 'text' },
  sortable: [...dated],
  relations: { project: projectsResource, view: savedViewsContract.resource, createdBy: users },
  cursor: false,
}

export const viewFeedsEndpoints = {
  viewFeedsFind: {
    method: 'GET',
    path: '/view-feeds',
    access: 'inPerson',
    right: 'manageTokens',
    exempt: true,
    find: viewFeedsResource,
    answer: many(ViewFeed),
  },
  viewFeedsFindOne: {
    method: 'GET',
    path: '/view-feeds/:id',
    access: 'inPerson',
    right: 'manageTokens',
    exempt: true,
    find: viewFeedsResource,
    answer: one(ViewFeed),
  },
  /** The only response that contains the address. */
  viewFeedsCreate: {
    method: 'POST',
    path: '/view-feeds',
    access: 'inPerson',
    right: 'manageTokens',
    body: envelope(ViewFeedCreate),
    answer: one(ViewFeed.extend({ address: z.url() })),
    status: 201,
  },
  viewFeedsDelete: {
    method: 'DELETE',
    path: '/view-feeds/:id',
    access: 'inPerson',
    right: 'manageTokens',
    exempt: true,
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
