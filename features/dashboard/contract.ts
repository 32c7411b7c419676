import { z } from 'zod'
import { setupParts } from '#engine/dashboard/setup-parts.ts'
import { type Endpoint, one } from '#platform/contract/endpoint.ts'
import { timeZone } from '#platform/contract/texts.ts'

const day = z.iso.date()
const count = z.number().int()

/** The days that the dashboard covers, in the project's time zone; both are included. By default the last 30. */
const DashboardQuery = z
  .strictObject({
    from: day.optional(),
    to: day.optional(),
    /** Where the caller is: the CRM's tasks are due by the caller's day. */
    zone: timeZone.default('UTC'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'from must not be after to' })
export type DashboardQuery = z.output<typeof DashboardQuery>

/** The length of a list. It is capped as totals are (contract/query/filters totalMax). */
const Count = z.object({ count, capped: z.boolean() })
export type Count = z.infer<typeof Count>

/** What waits for the caller now. */
const Queue = z.object({
  newLeads: Count,
  /** Of the new leads, those with the best label. */
  hotLeads: Count,
  /** What follows is null for clients. Leads to answer now, as the filter `due` has it. */
  dueReplies: Count.nullable(),
  /** People whose next task was due before today, and those whose task is due today. */
  overdueTasks: count.nullable(),
  todaysTasks: count.nullable(),
  /** Open conversations on Reddit and in mailboxes. */
  unreadMessages: count.nullable(),
  unreadMail: count.nullable(),
})
export type Queue = z.infer<typeof Queue>

/** The leads marked as replied in the period, and whether their replies are still shown. */
const Replies = z.object({
  sent: Count,
  live: Count,
  /** Also those deleted by their authors. */
  removed: Count,
  unchecked: Count,
  /** From when the lead was released to the reply; null without replies. */
  medianSeconds: z.number().nullable(),
  /** The period of the same length that ends the day before. */
  before: z.object({ sent: count, medianSeconds: z.number().nullable() }),
})
export type Replies = z.infer<typeof Replies>

/** How many people are in a stage, in the order of the board. */
const StageCount = z.object({ key: z.string(), name: z.string(), kind: z.enum(['open', 'won', 'lost']), people: count })
export type StageCount = z.infer<typeof StageCount>

const SetupPart = z.object({ part: z.enum(setupParts), done: z.boolean() })

export const Dashboard = z.object({
  /** Whether the project has any lead, mention, person, or message. */
  hasData: z.boolean(),
  queue: Queue,
  replies: Replies,
  /** Null for clients. */
  stages: z.array(StageCount).nullable(),
  /** Null for clients. */
  setup: z.array(SetupPart).nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboardEndpoints = {
  dashboardFind: {
    method: 'GET',
    path: '/projects/:id/dashboard',
    access: 'signedIn',
    right: 'readInsights',
    query: DashboardQuery,
    answer: one(Dashboard),
  },
} as const satisfies Record<string, Endpoint>
