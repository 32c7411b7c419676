import type { z } from 'zod'
import type { Ctx } from '#platform/server/ctx.ts'
import type { KeywordEdits, ListeningEdited } from '../contract.ts'
import { editListening } from './edit-listening.ts'
import { insertKeywords, lockKeyword, removeKeyword, requireReadable, writeKeyword } from './keywords.ts'
import { requireToldLanguage } from './require-told-language.ts'

/** Edits many keywords of a project at once. */
export async function editKeywords(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof KeywordEdits> },
): Promise<ListeningEdited> {
  const { change, add } = data
  requireReadable(
    add.map(({ query }) => query),
    (index) => ['add', index, 'query'],
  )
  for (const { language } of [...add, change?.values ?? {}]) requireToldLanguage(language)
  const editing = {
    noun: 'keyword',
    limited: 'keywords',
    lock: lockKeyword,
    write: writeKeyword,
    remove: removeKeyword,
    insert: insertKeywords,
    name: ({ query }: { query: string }) => ({ query }),
  } as const
  return editListening(ctx, id, editing, data)
}
