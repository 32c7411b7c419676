import type { CommunityProfile, CommunityStance, CommunityStanding } from '../../contract.ts'

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Returns a text such as `128k members`; null if the number is unknown. */
export function membersText(members: number | null): string | null {
  if (members === null) return null
  return members === 1 ? '1 member' : `${compact.format(members).replace('K', 'k')} members`
}

/** The stances on promotion in two or three words. */
export const stanceTexts: Record<CommunityStance, string> = {
  welcomes: 'Promotion welcome',
  tolerates: 'Promotion with limits',
  forbids: 'No promotion',
  unknown: 'Promotion rules unknown',
}

/** Returns why a community can't be read; null if it can, as far as is known. */
export function closedText({ name, standing }: Pick<CommunityProfile, 'name' | 'standing'>): string | null {
  return closed[standing]?.(name) ?? null
}

const closed: Partial<Record<CommunityStanding, (name: string) => string>> = {
  missing: (name) => `r/${name} doesn't exist on Reddit. Check the spelling.`,
  private: () => 'Private: only members can read it.',
  banned: () => 'Banned by Reddit.',
  quarantined: () => "Quarantined by Reddit, so Earshot can't read it.",
}

/** Returns what to know before posting there. */
export function noteText({ standing }: Pick<CommunityProfile, 'standing'>): string | null {
  if (standing === 'restricted') return 'only approved members can post'
  return standing === 'archived' ? 'closed to new posts' : null
}
