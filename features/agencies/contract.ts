import { z } from 'zod'
import { isColor, isReadable } from '#engine/brand/colors.ts'
import { logoBytesMax } from '#engine/brand/logo-limits.ts'
import { agencyPlans } from '#engine/subscription/plans.ts'
import { Project } from '#features/projects/contract.ts'
import { type Endpoint, envelope, one } from '#platform/contract/endpoint.ts'
import { instant } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

const count = z.number().int()

/** What reports of client projects look like. */
export const Brand = z.object({
  name: z.string(),
  /** The colors of the band on top of reports and of its text. Their contrast is at least 4.5. */
  background: z.string(),
  ink: z.string(),
  /** An address on this server, and the size of the image in pixels. */
  logo: z.object({ url: z.string(), width: count, height: count }).nullable(),
})
export type Brand = z.infer<typeof Brand>

const color = z.string().refine(isColor, 'must be a color such as #1d4ed8')

const BrandUpdate = z
  .strictObject({ name: text(60), background: color, ink: color })
  .refine(({ ink, background }) => !isColor(ink) || !isColor(background) || isReadable(ink, background), {
    path: ['ink'],
    message: 'The text is hard to read on this background. Choose colors with a contrast of at least 4.5 to 1.',
  })
export type BrandUpdate = z.infer<typeof BrandUpdate>

/** Whether the caller may have client projects, and why. */
const Agency = z.object({
  granted: z.boolean(),
  by: z.enum(['billingOff', 'internalAdmin', 'subscription']).nullable(),
  /** Null until it is set. */
  brand: Brand.nullable(),
})
export type Agency = z.infer<typeof Agency>

/** The length of a list. It is capped as totals are. */
const Count = z.object({ count, capped: z.boolean() })

const sourceStates = ['working', 'retrying', 'down', 'starting', 'none'] as const

/** The numbers of a client project, each as its list counts it. */
const ClientFigures = z.object({
  newLeads: Count,
  hotLeads: Count,
  dueReplies: Count,
  /** How much of each limit is used; null means no limit. */
  usage: z.array(
    z.object({
      what: z.enum(['keywords', 'competitors', 'commentSuggestionCredits', 'dailyDMs']),
      used: count,
      limit: count.nullable(),
    }),
  ),
  /** The worst state of the project's live sources. */
  sources: z.enum(sourceStates),
})

/** A project of an agency's client, for the agency's team. */
export const ClientProject = z.object({
  id: z.uuid(),
  name: z.string(),
  website: z.string().nullable(),
  plan: z.enum(agencyPlans).nullable(),
  /** Whether the caller owns it, and so may change its plan. */
  isOwned: z.boolean(),
  /** Whether the project may be used; without access there are no figures. */
  granted: z.boolean(),
  figures: ClientFigures.nullable(),
  clients: z.object({
    active: count,
    invited: count,
    /** When a client last used the project, to the hour; null if none did. */
    seenAt: instant.nullable(),
  }),
})
export type ClientProject = z.infer<typeof ClientProject>

/** What a project's transfer to a member would change. */
const TransferPreview = z.object({
  /** Whether an agency's subscription pays for the project. */
  isAgencyProject: z.boolean(),
  /** Whether the project could be used afterwards, and with which plan. */
  granted: z.boolean(),
  plan: z.string().nullable(),
  /** The name on reports before and after; null: without a brand. */
  brand: z.string().nullable(),
  nextBrand: z.string().nullable(),
  /** Whether the caller's Agency subscription was bought for this project, which then can't be transferred. */
  holdsSubscription: z.boolean(),
})
export type TransferPreview = z.infer<typeof TransferPreview>

export const agenciesEndpoints = {
  agencyFind: { method: 'GET', path: '/agency', access: 'inPerson', exempt: true, answer: one(Agency) },
  /** The client projects in which the caller is on the team. */
  agencyClientsFind: {
    method: 'GET',
    path: '/agency/clients',
    access: 'inPerson',
    exempt: true,
    answer: one(z.array(ClientProject)),
  },
  brandPut: {
    method: 'PUT',
    path: '/agency/brand',
    access: 'inPerson',
    exempt: true,
    body: envelope(BrandUpdate),
    answer: one(Brand),
  },
  /** Takes a PNG or JPEG. Earshot stores a smaller PNG that it draws from it, without anything else of the file. */
  brandLogoPut: {
    method: 'PUT',
    path: '/agency/brand/logo',
    access: 'inPerson',
    exempt: true,
    bytesMax: logoBytesMax,
    answer: one(Brand),
  },
  brandLogoDelete: {
    method: 'DELETE',
    path: '/agency/brand/logo',
    access: 'inPerson',
    exempt: true,
    answer: one(Brand),
  },
  /** The brand of a project's reports; null without one. */
  projectBrandFind: {
    method: 'GET',
    path: '/projects/:id/brand',
    access: 'signedIn',
    right: 'readReports',
    answer: one(Brand.nullable()),
  },
  /** Makes a project one of the caller's client projects, or changes its plan. */
  agencyPlanPut: {
    method: 'PUT',
    path: '/projects/:id/agency-plan',
    access: 'inPerson',
    exempt: true,
    body: envelope(z.strictObject({ plan: z.enum(agencyPlans) })),
    answer: one(Project),
  },
  /** Makes a client project an ordinary one, which needs its own plan. */
  agencyPlanDelete: {
    method: 'DELETE',
    path: '/projects/:id/agency-plan',
    access: 'inPerson',
    exempt: true,
    answer: one(Project),
  },
  /** For owners: what would change if they transferred their project to this member. */
  transferPreviewFind: {
    method: 'GET',
    path: '/members/:id/transfer-preview',
    access: 'inPerson',
    exempt: true,
    right: 'readMembers',
    answer: one(TransferPreview),
  },
} as const satisfies Record<string, Endpoint>
