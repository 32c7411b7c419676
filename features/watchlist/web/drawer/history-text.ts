import type { AuditEntry } from '#features/team/contract.ts'

const fields: Readonly<Record<string, string>> = {
  query: 'wording',
  name: 'name',
  kind: 'kind',
  status: 'status',
  subredditsIn: 'communities',
  subredditsOut: 'excluded communities',
  language: 'language',
  minScore: 'minimum votes',
  website: 'website',
  aliases: 'aliases',
  domains: 'domains',
  subreddit: 'community',
  excludeWords: 'excluded words',
}

/** Describes a change of a row in a sentence. */
export function historyText({
  action,
  actor,
  user,
  details,
}: Pick<AuditEntry, 'action' | 'actor' | 'user' | 'details'>) {
  const who = user?.email ?? (actor.startsWith('job:') ? 'Earshot' : 'A former member')
  if (action.endsWith('.create')) return `${who} added it`
  const { was, is, by } = details
  const changes = Object.entries(asRecord(is))
    .filter(([field]) => field in fields)
    .map(([field, value]) => {
      const before = asRecord(was)
      const from = field in before ? `from ${valueText(before[field])} ` : ''
      return `${fields[field]} ${from}to ${valueText(value)}`
    })
  const changed = changes.length > 0 ? changes.join(', ') : 'it'
  return `${who} changed ${changed}${by === 'quota' ? ' to fit the plan' : ''}`
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function valueText(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  return Array.isArray(value) ? value.join(', ') : `“${String(value)}”`
}
