import type { ProjectCreate } from '@earshot/contract/endpoints/projects'
import { z } from 'zod'

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

/** What was typed so far in this tab; what storage no longer holds or holds broken is empty. */
export function readDraft(): Draft {
  return parseDraft(storage()?.getItem(storageKey) ?? null)
}

export function parseDraft(stored: string | null): Draft {
  try {
    return Stored.parse(JSON.parse(stored ?? '{}') ?? {})
  } catch {
    return Stored.parse({})
  }
}

export function writeDraft(draft: unknown): void {
  try {
    storage()?.setItem(storageKey, JSON.stringify(draft))
  } catch {
    // Full storage only costs the draft its memory.
  }
}

export function clearDraft(): void {
  storage()?.removeItem(storageKey)
}

/** Browsers may refuse access to storage altogether. */
function storage(): Storage | null {
  try {
    return window.sessionStorage
  } catch {
    return null
  }
}
