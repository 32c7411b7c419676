import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { invalidate, pendingFetch } from '#platform/web/api/fetches.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { Mention, MuteKind } from '../contract.ts'
import { handledMax } from '../contract-limits.ts'
import { call } from './api.ts'
import { handledText, mutedText } from './labels.ts'
import { withMentions } from './pages.ts'
import { latestQuery, mentionQuery, mentionsQuery } from './queries.ts'
import { changes } from './send.ts'
import { belongsIn, type Place, type View } from './view.ts'

/**
 * Handles and mutes mentions: shown at once, sent in order, and reverted if the server refuses. `undoLast` undoes the
 * latest change; `onUndone` is called with its mentions.
 */
export function useChanges(project: Place, view: View, onUndone: (mentions: readonly Mention[]) => void) {
  const queryClient = useQueryClient()
  const undos = useRef<(() => void)[]>([])
  const undone = useRef(onUndone)
  useEffect(() => {
    undone.current = onUndone
  })
  const { queryKey } = mentionsQuery(project, view)
  const { status } = view

  /** Shows mentions as they are now, in the list or removed from it. */
  function show(mentions: readonly Mention[]): void {
    for (const mention of mentions) queryClient.setQueryData(mentionQuery(mention.id).queryKey, mention)
    const edit = () =>
      void queryClient.setQueryData(queryKey, (pages) => pages && withMentions(pages, mentions, status))
    edit()
    // Otherwise, those that left the list would count as new.
    const leaving = new Set(mentions.filter((mention) => !belongsIn(mention, status)).map(({ id }) => id))
    queryClient.setQueryData(latestQuery(project, view).queryKey, (ids) => ids?.filter((id) => !leaving.has(id)))
    // A page that is being fetched will be appended to the list as it was when the fetch started.
    void pendingFetch(queryClient, queryKey)?.then(edit)
  }

  /** Fetches counts again, and other lists once they are shown. */
  function refetchOthers(): void {
    queryClient.removeQueries({ queryKey: ['mentions', project.id], type: 'inactive' })
    invalidate(queryClient, { queryKey: ['mention-figures', project.id] })
  }

  /** Offers to undo a change, by its notice and by key. */
  function offerUndo(title: string, undo: () => void): () => void {
    const run = () => {
      forget()
      undo()
    }
    const close = notify({ id: 'mention change', title, undo: run })
    const forget = () => {
      // A later change has its own notice, in the place of this one.
      if (undos.current.at(-1) === run) close()
      undos.current = undos.current.filter((other) => other !== run)
    }
    undos.current.push(run)
    return forget
  }

  async function sendHandled(before: readonly Mention[], handled: boolean): Promise<boolean> {
    const ids = before.map(({ id }) => id)
    const done = await withErrorToast(() =>
      changes.send(() => call('handledMentionsPut', { id: project.id, body: { data: { mentions: ids, handled } } })),
    )
    if (!done) show(before)
    refetchOthers()
    return done
  }

  function handle(chosen: readonly Mention[], handled: boolean): void {
    const before = chosen.filter((mention) => mention.handled !== handled).slice(0, handledMax)
    if (before.length === 0) return
    const handledAt = handled ? new Date().toISOString() : null
    const after = before.map((mention) => ({ ...mention, handled, handledAt }))
    show(after)
    const forget = offerUndo(handledText(handled, before.length), () => {
      show(before)
      undone.current(before)
      void sendHandled(after, !handled)
    })
    void sendHandled(before, handled).then((done) => done || forget())
  }

  /** Mutes the thread, author or community of a mention. The list is fetched again without its mentions. */
  async function mute(mention: Mention, kind: MuteKind): Promise<void> {
    await withErrorToast(async () => {
      const body = { data: { project: project.id, mention: mention.id, kind } }
      const { data } = await changes.send(() => call('mentionMutesCreate', { body }))
      refetchAll()
      const title = kind === 'thread' ? 'Muted this thread' : `Muted ${mutedText(data)}`
      offerUndo(title, () => void unmute(data.id).then((done) => done && undone.current([mention])))
    })
  }

  async function unmute(id: string): Promise<boolean> {
    const done = await withErrorToast(() => changes.send(() => call('mentionMutesDelete', { id })))
    refetchAll()
    return done
  }

  function refetchAll(): void {
    refetchOthers()
    for (const key of [queryKey, ['mention'], ['mention-trends', project.id]])
      invalidate(queryClient, { queryKey: key })
  }

  return { handle, mute, unmute, undoLast: () => undos.current.at(-1)?.() }
}
