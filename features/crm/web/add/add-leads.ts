import type { QueryClient } from '@tanstack/react-query'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import type { PeopleOfLeadsAnswer } from '../../contract-people.ts'
import { call, changes } from '../api.ts'
import { peopleText } from '../people/labels.ts'

/** The most leads that the server adds at once. */
const atOnce = 200

interface Added {
  projectId: string
  leads: readonly string[]
  stage: { key: string; name: string }
}

/** Adds the authors of leads to the CRM, and says what became of them. Returns their IDs. */
export async function addLeads(
  queryClient: QueryClient,
  { projectId, leads, stage }: Added,
  open: (() => void) | null,
): Promise<string[]> {
  const sum: PeopleOfLeadsAnswer = { added: [], known: [], skipped: [] }
  for (let from = 0; from < leads.length; from += atOnce) {
    const body = { data: { leads: leads.slice(from, from + atOnce), stage: stage.key } }
    const { data } = await changes.send(() => call('peopleOfLeadsCreate', { id: projectId, body }))
    sum.added.push(...data.added)
    sum.known.push(...data.known)
    sum.skipped.push(...data.skipped)
  }
  for (const key of [
    ['people', projectId],
    ['crm-author', projectId],
  ])
    invalidate(queryClient, { queryKey: key })
  notify({
    title: addedText(sum, stage.name),
    ...(sum.skipped.length > 0 && { description: skippedText(sum.skipped) }),
    ...(open && sum.added.length + sum.known.length > 0 && { actions: [{ label: 'Open CRM', onClick: open }] }),
  })
  return [...new Set([...sum.added, ...sum.known].map(({ person }) => person))]
}

/** Returns what became of leads that were added. */
export function addedText({ added, known }: Pick<PeopleOfLeadsAnswer, 'added' | 'known'>, stage: string): string {
  const fresh = new Set(added.map(({ person }) => person))
  const before = new Set(known.map(({ person }) => person).filter((person) => !fresh.has(person)))
  if (fresh.size === 0 && before.size === 0) return 'Nobody was added'
  if (fresh.size === 0)
    return before.size === 1 ? 'Already in the CRM' : `${peopleText(before.size)} already in the CRM`
  const also = before.size === 0 ? '' : `, ${before.size} already there`
  return `Added ${peopleText(fresh.size)} to ${stage}${also}`
}

const reasons = {
  noAuthor: 'whose author is deleted or unknown',
  ownAccount: 'by an account of yours',
  noLead: 'that no longer exist',
} as const

/** Returns why some leads were left out. */
export function skippedText(skipped: PeopleOfLeadsAnswer['skipped']): string {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  const parts = [...byReason].map(([reason, { length }]) => `${length} ${reasons[reason]}`)
  return `Left out: ${new Intl.ListFormat('en').format(parts)}.`
}
