import { dayMs } from '../rules/wall-clock.ts'

/** An event that a rule is about: its name, by which it is sent once, and what is said. */
export interface NamedEvent {
  item: string
  subject: string
  text: string
}

/** A spike of a name's mentions (engine/mentions/spikes). */
interface NameSpike {
  id: string
  phrase: string
  /** As YYYY-MM-DD. */
  day: string
  mentions: number
  usual: number
}

/** A spike that goes on the next day is the same one, unless it was sent already. */
export function spikeEvents(spikes: readonly NameSpike[], sent: ReadonlySet<string>): NamedEvent[] {
  return spikes
    .filter(({ id, day }) => !sent.has(spikeItem(id, dayBefore(day))))
    .map(({ id, phrase, day, mentions, usual }) => ({
      item: spikeItem(id, day),
      subject: 'Mention spike',
      text: `“${phrase}” was mentioned ${mentions} times on ${day}. Usual: ${usual} a day.`,
    }))
}

function spikeItem(id: string, day: string): string {
  return `spike ${id} ${day}`
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)
}

const adviceTexts = {
  noisy: 'finds many posts and hardly any leads. Narrow the query or exclude words.',
  dead: "hasn't matched anything in weeks. Try words that people use, or delete it.",
} as const

/** Each keyword is sent once for each kind of trouble. */
export function keywordEvent(kind: keyof typeof adviceTexts, { id, query }: { id: string; query: string }): NamedEvent {
  return {
    item: `${kind} keyword ${id}`,
    subject: kind === 'noisy' ? 'A noisy keyword' : 'A keyword without matches',
    text: `“${query}” ${adviceTexts[kind]}`,
  }
}

/** A source is failing once it has failed for this long, in ms: as the health report says. */
const troubleMs = 15 * 60_000

interface SourceState {
  source: string
  lastSuccessAt: Date | null
  failedAt: Date | null
  error: string | null
}

/** One outage of a source is one event, or null. It is named after its start. */
export function sourceEvent(state: SourceState, label: string, now: Date): NamedEvent | null {
  const { source, lastSuccessAt, failedAt, error } = state
  if (error === null) return null
  const since = Math.max(lastSuccessAt?.getTime() ?? 0, failedAt?.getTime() ?? 0)
  if (now.getTime() - since <= troubleMs) return null
  return {
    item: `source ${source} ${lastSuccessAt?.toISOString() ?? 'never'}`,
    subject: `${label} isn't delivering posts`,
    text: `${label} has been failing for more than 15 minutes. Earshot keeps trying; new leads from it may be late.`,
  }
}

/** Entries that wait because the plan's limit is reached are sent once a month. */
export function quotaEvent(what: 'keywords' | 'competitors', count: number, month: string): NamedEvent | null {
  if (count === 0) return null
  const noun = count === 1 ? what.slice(0, -1) : what
  return {
    item: `quota ${what} ${month}`,
    subject: `Limit of ${what} reached`,
    text: `${count} ${noun} ${count === 1 ? 'is' : 'are'} paused because your plan's limit is reached.`,
  }
}
