import type { Opportunity } from '@earshot/contract/entities'

/** A lead that nobody has decided on, for tests. */
export function newLead(id: string, overrides: Partial<Opportunity> = {}): Opportunity {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    id,
    documentId: id,
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
    score: 50,
    label: 2,
    components: [],
    snippet: { text: '', marks: [] },
    postedAt: null,
    state: 'new',
    saved: false,
    reply: null,
    rejection: null,
    save: null,
    claim: null,
    siblings: [],
    siblingCount: 0,
    ...overrides,
  }
}
