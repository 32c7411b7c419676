import { z } from 'zod'
import { type Endpoint, envelope, one } from '../endpoint.ts'
import { feedbackKinds, feedbackMax } from '../feedback.ts'
import { sound, text } from '../texts.ts'

export const FeedbackCreate = z.strictObject({
  kind: z.enum(feedbackKinds),
  text: text(feedbackMax),
  /** The path of the page that it is about, where somebody lets it be told. */
  page: sound
    .max(500)
    .regex(/^\/[^\s?#]*$/, 'page must be a path, such as /app/opportunities')
    .nullable()
    .default(null),
})
export type FeedbackCreate = z.output<typeof FeedbackCreate>

const Feedback = FeedbackCreate.extend({ id: z.uuid(), documentId: z.uuid(), createdAt: z.iso.datetime() })

export const feedbackEndpoints = {
  /** Nobody reads it by the API: it is for the operator (DECISIONS 28). */
  feedbackCreate: {
    method: 'POST',
    path: '/feedback',
    access: 'inPerson',
    body: envelope(FeedbackCreate),
    answer: one(Feedback),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>
