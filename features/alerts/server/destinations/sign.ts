import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/server/ctx.ts'

const prefix = 'whsec_'

/** Returns a new signing secret in the form of the Standard Webhooks specification: `whsec_` and base64. */
export function newWebhookSecret(ctx: Ctx): string {
  return `${prefix}${Buffer.from(ctx.secret(), 'base64url').toString('base64')}`
}

interface Signed {
  id: string
  /** When the attempt began. */
  at: Date
  body: string
}

/** Returns the headers of a message by Standard Webhooks, with one signature for each secret. */
export function webhookHeaders({ id, at, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
