import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { call } from './api.ts'
import { replyTextQuery, unsavedTextQuery } from './queries.ts'

/** Saves after a pause in typing, and retries after a failure, in ms. */
const settledMs = 800
const retryMs = 5_000

export interface ReplyInProgress {
  text: string
  /** Whether the server has all of it. */
  isSaved: boolean
  /** Why it couldn't be saved. */
  failure: string | null
  write: (text: string) => void
}

/** The reply to a lead that the user is writing. Saved on the server as it changes, so that other devices have it too. */
export function useReplyText(leadId: string): ReplyInProgress {
  const queryClient = useQueryClient()
  const { data: stored = '' } = useQuery(replyTextQuery(leadId))
  const { data: unsaved = null } = useQuery(unsavedTextQuery(leadId))
  const [failure, setFailure] = useState<string | null>(null)
  const last = useRef<Promise<void>>(Promise.resolve())
  const timer = useRef(0)

  function saveIn(ms: number) {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void save(), ms)
  }

  /** Saves what isn't yet, one request after the other. */
  function save(keepalive = false): Promise<void> {
    window.clearTimeout(timer.current)
    last.current = last.current.then(async () => {
      try {
        await saveText(queryClient, leadId, keepalive)
        setFailure(null)
      } catch (error) {
        leaveWhenSignedOut(error)
        const isPassing = !(error instanceof CallError) || error.status >= 500
        setFailure(isPassing ? 'Not saved yet. Earshot keeps trying.' : `Not saved. ${error.message}`)
        if (isPassing) saveIn(retryMs)
      }
    })
    return last.current
  }

  const saveNow = useRef(save)
  saveNow.current = save
  useEffect(() => {
    // The page or the lead is left before the next save is due.
    const leave = () => void saveNow.current(true)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  function write(text: string) {
    queryClient.setQueryData(unsavedTextQuery(leadId).queryKey, text)
    saveIn(settledMs)
  }

  return { text: unsaved ?? stored, isSaved: unsaved === null, failure, write }
}

/** Saves the text that isn't saved yet, if there is one. What is typed meanwhile stays unsaved. */
async function saveText(queryClient: QueryClient, leadId: string, keepalive: boolean): Promise<void> {
  const { queryKey } = unsavedTextQuery(leadId)
  const text = queryClient.getQueryData(queryKey) ?? null
  if (text === null) return
  const { data } = await call('replyTextPut', { id: leadId, body: { data: { text } }, keepalive })
  // An answer to a question from before would bring back the older text.
  await queryClient.cancelQueries({ queryKey: replyTextQuery(leadId).queryKey, exact: true })
  queryClient.setQueryData(replyTextQuery(leadId).queryKey, data.text)
  if (queryClient.getQueryData(queryKey) === text) queryClient.setQueryData(queryKey, null)
}
