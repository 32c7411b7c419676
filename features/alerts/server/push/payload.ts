import { nameInMail, oneLine } from '#platform/server/mail/name-in-mail.ts'
import type { PushPayload } from '../../push-payload.ts'
import type { Find } from '../finds.ts'
import { headingOf, listOf, pageOfEvents, subjectOf } from '../letters.ts'
import type { AlertEvent, alertRule } from '../tables.ts'

/** Systems show about this many characters. The encrypted message may have 4,096 bytes. */
const bodyMost = 160

interface Content {
  /** The ID of the message. */
  id: string
  /** The project's name. */
  project: string
  rule: Pick<typeof alertRule.$inferSelect, 'kind'>
  finds: readonly Find[]
  events: readonly AlertEvent[]
  sample: boolean
}

/** Returns the notification of a message: one find, the number of finds, or events. */
export function pushPayload({ id, project, rule, finds, events, sample }: Content): PushPayload {
  const [first] = finds
  const heading = first ? headingOf(rule.kind, finds) : subjectOf(events)
  const title = `${sample ? 'Sample: ' : ''}${nameInMail(project)}: ${heading}`
  const body = first ? first.sentence?.text || first.item.title || first.quote : (events[0]?.text ?? '')
  return { title, body: shortened(oneLine(body)), path: pathOf(rule.kind, finds, events), tag: id }
}

function pathOf(kind: Content['rule']['kind'], finds: readonly Find[], events: readonly AlertEvent[]): string {
  const [first] = finds
  if (!first) return pageOfEvents(kind, events)
  if (finds.length > 1) return `/app/${listOf(kind)}`
  return kind === 'lead' ? `/app/opportunities?lead=${first.id}` : `/app/mentions?mention=${first.id}`
}

function shortened(line: string): string {
  const characters = [...line]
  return characters.length > bodyMost ? `${characters.slice(0, bodyMost - 1).join('')}…` : line
}
