import { communityOf } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import type { WebhookEvent } from '../../contract-deliveries.ts'
import type { Find } from '../finds.ts'
import type { AlertEvent, alertRule } from '../tables.ts'

/** How many finds a message has. It counts the others. */
const findsMost = 100

type Rule = Pick<typeof alertRule.$inferSelect, 'id' | 'name' | 'kind' | 'rhythm'>

interface Content {
  publicUrl: string
  project: { id: string; name: string }
  /** Null for a test. */
  rule: Rule | null
  finds: readonly Find[]
  events: readonly AlertEvent[]
  /** When the message was queued. */
  createdAt: Date
}

/** Returns the JSON of a message to a webhook: its event, when it happened, and what it tells. */
export function webhookPayload({ publicUrl, project, rule, finds, events, createdAt }: Content): string {
  const data = {
    project,
    rule: rule && { id: rule.id, name: rule.name },
    count: finds.length + events.length,
    finds: finds.slice(0, findsMost).map((find) => findOf(publicUrl, find)),
    events: events.slice(0, findsMost),
  }
  return JSON.stringify({ type: eventOf(rule), timestamp: createdAt.toISOString(), data })
}

function eventOf(rule: Rule | null): WebhookEvent {
  if (!rule) return 'test'
  if (rule.rhythm !== 'immediately') return 'alert.digest'
  if (rule.kind === 'lead') return 'lead.new'
  if (rule.kind === 'mention') return 'mention.new'
  return rule.kind === 'personStage' ? 'person.stage' : 'alert.event'
}

function findOf(publicUrl: string, { kind, id, item, score, label, sentence, quote, permalink, at }: Find) {
  const page = kind === 'lead' ? `opportunities?lead=${id}` : `mentions?mention=${id}`
  return {
    id,
    kind,
    subreddit: communityOf(item.subreddit),
    title: item.title,
    sentence: sentence?.text ?? null,
    quote,
    chance: score,
    label,
    postedAt: item.postedAt === null ? null : new Date(item.postedAt).toISOString(),
    releasedAt: at.toISOString(),
    links: { earshot: `${publicUrl}/app/${page}`, reddit: postUrl(permalink) },
  }
}
