import { type AgencyPlan, agencyPlans, planOf } from '#engine/subscription/plans.ts'
import type { Option } from '#platform/ui/fields/option.tsx'
import { count } from '#platform/web/text/units.ts'
import type { ClientProject } from '../../contract.ts'

type Figures = NonNullable<ClientProject['figures']>

/** Plans that are no longer sold are offered only to projects that have them. */
const unsold: readonly AgencyPlan[] = ['lifetime', 'starter']

/** Returns the plans that a client project can have, with their limits. */
export function planOptions(current: AgencyPlan | null): Option<AgencyPlan>[] {
  return agencyPlans
    .filter((plan) => plan === current || !unsold.includes(plan))
    .map((value) => ({ value, label: planName(value), detail: limitsText(value) }))
}

export function planName(plan: AgencyPlan): string {
  return planOf(plan).name
}

function limitsText(plan: AgencyPlan): string {
  const { quota } = planOf(plan)
  if (!quota) return ''
  const { keywords, competitors, commentSuggestionCredits } = quota
  return `${keywords} keywords, ${competitors} competitors, ${commentSuggestionCredits} reply suggestions`
}

export function countText({ count: value, capped }: Figures['newLeads']): string {
  return `${count(value)}${capped ? '+' : ''}`
}

const nouns: Record<Figures['usage'][number]['what'], string> = {
  keywords: 'keywords',
  competitors: 'competitors',
  commentSuggestionCredits: 'suggestions',
  dailyDMs: 'messages today',
}

/** The share of a limit from which on it is nearly used up. */
const tightShare = 0.9

/** Returns the limit of which most is used, with its share in percent; null if nothing is limited. */
export function tightestUsage(usage: Figures['usage']): { percent: number; text: string; isTight: boolean } | null {
  const shares = usage.flatMap(({ what, used, limit }) =>
    limit === null || limit === 0
      ? []
      : [{ share: used / limit, text: `${count(used)} of ${count(limit)} ${nouns[what]}` }],
  )
  const [most] = shares.toSorted((a, b) => b.share - a.share)
  if (!most) return null
  // Never 100 before it is all used.
  return { percent: Math.min(100, Math.floor(most.share * 100)), text: most.text, isTight: most.share >= tightShare }
}

export const sourceBadges: Record<Figures['sources'], { look: 'good' | 'warn' | 'danger' | 'gray'; text: string }> = {
  working: { look: 'good', text: 'Working' },
  retrying: { look: 'warn', text: 'Retrying' },
  down: { look: 'danger', text: 'Down' },
  starting: { look: 'gray', text: 'Starting' },
  none: { look: 'gray', text: 'None' },
}
