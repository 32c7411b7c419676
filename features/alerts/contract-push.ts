import { z } from 'zod'
import { type Endpoint, envelope, nothing, one } from '#platform/contract/endpoint.ts'
import { instant } from '#platform/contract/row.ts'
import { text } from '#platform/contract/texts.ts'

/** A browser in which the caller turned on notifications (docs/decisions/0107). */
export const PushBrowser = z.object({
  id: z.uuid(),
  createdAt: instant,
  /** Such as `Firefox on Linux`; empty if unknown. */
  device: z.string(),
  /** Whether it is the browser that asks: it is signed in with the session in which notifications were turned on. */
  current: z.boolean(),
})
export type PushBrowser = z.infer<typeof PushBrowser>

/** The caller's browsers, and the server's public key (VAPID), which browsers need to subscribe. */
export const PushState = z.object({ key: z.string(), browsers: z.array(PushBrowser) })
export type PushState = z.infer<typeof PushState>

/** Bytes as base64url, as browsers encode their keys. */
const base64url = z.string().regex(/^[\w-]{1,120}={0,2}$/, 'must be base64url')

/** What `PushSubscription.toJSON()` returns in browsers, without the time at which it expires. */
const PushBrowserCreate = z.strictObject({
  endpoint: text(2_000),
  keys: z.strictObject({ p256dh: base64url, auth: base64url }),
})
export type PushBrowserCreate = z.output<typeof PushBrowserCreate>

/** Whether a push service took a test message, and why not. */
const PushTest = z.object({ sent: z.boolean(), reason: z.string().nullable() })
export type PushTest = z.infer<typeof PushTest>

const personal = { access: 'inPerson', exempt: true } as const

export const pushEndpoints = {
  pushBrowsersFind: { method: 'GET', path: '/push-browsers', ...personal, answer: one(PushState) },
  pushBrowserCreate: {
    method: 'POST',
    path: '/push-browsers',
    ...personal,
    body: envelope(PushBrowserCreate),
    answer: one(PushBrowser),
    status: 201,
  },
  pushBrowserDelete: { method: 'DELETE', path: '/push-browsers/:id', ...personal, answer: nothing, status: 204 },
  pushTestCreate: {
    method: 'POST',
    path: '/push-browsers/:id/test',
    ...personal,
    answer: one(PushTest),
    status: 201,
  },
} as const satisfies Record<string, Endpoint>
