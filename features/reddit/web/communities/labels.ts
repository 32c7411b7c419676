import type { CommunityProfile, CommunityStance, CommunityStanding } from '../../contract.ts'

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** `128k members`; null where nobody knows. */
export function membersText(members: number | null): string | null {
  if (members === null) return null
  return members === 1 ? 'one member' : `${compact.format(members).replace('K', 'k')} members`
}

/** What a community says to those who promote, in two or three words. */
export const stanceTexts: Record<CommunityStance, string> = {
  welcomes: 'Promotion welcome',
  tolerates: 'Promotion on terms',
  forbids: 'No promotion',
  unknown: 'Stance unknown',
}

/** Why nothing is heard in it; null where something is, as far as anybody knows. */
export function closedText({ name, standing }: Pick<CommunityProfile, 'name' | 'standing'>): string | null {
  return closed[standing]?.(name) ?? null
}

const closed: Partial<Record<CommunityStanding, (name: string) => string>> = {
  missing: (name) => `There is no r/${name} on Reddit. Is it spelled right?`,
  private: () => 'Private: only its members can read it.',
  banned: () => 'Reddit has closed it.',
  quarantined: () => 'Reddit has quarantined it: it can’t be listened to.',
}

/** What else one should know before writing there. */
export function noteText({ standing }: Pick<CommunityProfile, 'standing'>): string | null {
  if (standing === 'restricted') return 'only approved members post'
  return standing === 'archived' ? 'closed to new posts' : null
}
