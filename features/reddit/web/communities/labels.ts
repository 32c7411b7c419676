import type { CommunityProfile, CommunityStance, CommunityStanding } from '../../contract.ts'

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `128k members`; null where nobody knows. */
export function membersText(members: number | null): string | null {
  if (members === null) return null
  return members === 1 ? '1 member' : `${compact.format(members).replace('K', 'k')} members`
}

/** What a community says to those who promote, in two or three words. */
export const stanceTexts: Record<CommunityStance, string> = {
  welcomes: 'Promotion welcome',
  tolerates: 'Promotion with limits',
  forbids: 'No promotion',
  unknown: 'Promotion rules unknown',
}

/** Why nothing is heard in it; null where something is, as far as anybody knows. */
export function closedText({ name, standing }: Pick<CommunityProfile, 'name' | 'standing'>): string | null {
  return closed[standing]?.(name) ?? null
}

const closed: Partial<Record<CommunityStanding, (name: string) => string>> = {
  missing: (name) => `r/${name} doesn't exist on Reddit. Check the spelling.`,
  private: () => 'Private: only members can read it.',
  banned: () => 'Banned by Reddit.',
  quarantined: () => "Quarantined by Reddit, so Earshot can't read it.",
}

/** What else one should know before writing there. */
export function noteText({ standing }: Pick<CommunityProfile, 'standing'>): string | null {
  if (standing === 'restricted') return 'only approved members can post'
  return standing === 'archived' ? 'closed to new posts' : null
}
