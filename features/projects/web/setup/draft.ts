import { z } from 'zod'
import type { ProjectCreate } from '../../contract.ts'

const storageKey = 'setupDraft'

export type Draft = Required<
  Pick<ProjectCreate, 'name' | 'summary' | 'keywords' | 'competitors' | 'communities' | 'website'>
>

const Stored = z.object({
  name: z.string().catch(''),
  website: z.string().nullable().catch(null),
  summary: z.string().catch(''),
  keywords: z.array(z.string()).catch([]),
  competitors: z.array(z.string()).catch([]),
  communities: z.array(z.string()).catch([]),
})

/** Returns the user's draft in this tab, or an empty one if it is missing or broken. */
export function readDraft(userId: string): Draft {
  try {
    return parseDraft(sessionStorage.getItem(storageKey), userId)
  } catch {
    // Storage is off.
    return Stored.parse({})
  }
}

/** Parses a stored draft. Ignores that of another user who was signed in in this tab before. */
export function parseDraft(stored: string | null, userId: string): Draft {
  try {
    const parsed = JSON.parse(stored ?? '{}') ?? {}
    return Stored.parse(parsed.userId === userId ? parsed : {})
  } catch {
    return Stored.parse({})
  }
}

export function writeDraft(userId: string, draft: object): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ ...draft, userId }))
  } catch {
    // If storage is full, only the draft is lost.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Storage is off, so there is no draft.
  }
}
