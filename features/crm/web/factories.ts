import type { RedditPerson } from '../contract.ts'
import type { PersonStage } from '../contract-stages.ts'

const at = '2026-11-25T12:00:00.000Z'

function head(id: string) {
  return { id, documentId: id, createdAt: at, updatedAt: at, publishedAt: at }
}

/** A stage for tests, by key. */
export function aStage(key: string, more: Partial<PersonStage> = {}): PersonStage {
  return { ...head(key), key, name: key, kind: 'open', position: 1, ...more }
}

/** A person for tests, by name. */
export function aPerson(handle: string, more: Partial<RedditPerson> = {}): RedditPerson {
  return {
    ...head(handle),
    ...{ handle, aliases: [], stage: 'new', stageSince: at, value: null, currency: null, tags: [], owner: null },
    ...{ doNotContact: false, doNotContactSince: null, email: null, emailMessageId: null },
    ...{ nextTaskAt: null, nextTask: null },
    ...more,
  }
}
