import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '#platform/web/api/call-error.ts'
import { invalidate } from '#platform/web/api/fetches.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import type { Message } from '../../contract.ts'
import { call, changes } from '../api.ts'

/** Saves after a pause in typing, and retries after a failure, in ms. */
const settledMs = 800
const retryMs = 5_000

export type Draft = ReturnType<typeof useDraft>

interface Place {
  projectId: string
  conversationId: string
}

/** What the server has of a draft. */
interface Stored {
  id: string | null
  text: string
}

/**
 * The answer that the user is writing. Saved on the server as it changes, so that it survives the page.
 * `stored`: the user's newest draft in the conversation.
 */
export function useDraft({ projectId, conversationId }: Place, stored: Message | undefined) {
  const queryClient = useQueryClient()
  // Null: nothing was typed here, so it is as stored.
  const [typed, setTyped] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const latest = useRef<string | null>(null)
  const known = useRef<Stored>({ id: null, text: '' })
  const timer = useRef(0)
  if (latest.current === null) known.current = { id: stored?.id ?? null, text: stored?.text ?? '' }

  function saveIn(ms: number): void {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void save(), ms)
  }

  /** Saves what isn't yet, after earlier changes. */
  async function save(keepalive = false): Promise<void> {
    window.clearTimeout(timer.current)
    try {
      await changes.send(() => store(keepalive))
      setFailure(null)
    } catch (error) {
      leaveWhenSignedOut(error)
      const isPassing = !(error instanceof CallError) || error.status >= 500
      setFailure(isPassing ? 'Not saved yet. Earshot keeps trying.' : `Not saved. ${error.message}`)
      if (isPassing) saveIn(retryMs)
    }
  }

  async function store(keepalive: boolean): Promise<void> {
    const { current: text } = latest
    const { id, text: before } = known.current
    if (text === null || text === before) return
    if (text.trim() === '') {
      if (id !== null) await call('messagesDelete', { id, keepalive })
      known.current = { id: null, text }
    } else {
      const { data } = await write(text, 'draft', keepalive)
      known.current = { id: data.id, text }
    }
    if (latest.current === text) setSaved(true)
    refetch()
  }

  function write(text: string, state: 'draft' | 'queued', keepalive = false, seen: { seenUntil?: string | null } = {}) {
    const { id } = known.current
    if (id !== null) return call('messagesUpdate', { id, body: { data: { text, state, ...seen } }, keepalive })
    const body = { data: { project: projectId, conversation: conversationId, text, state, ...seen } }
    return call('messagesCreate', { body, keepalive })
  }

  /** Queues the text to be sent. Throws CallError, also if somebody else has answered since the newest message seen. */
  async function send(seenUntil: string | null): Promise<void> {
    window.clearTimeout(timer.current)
    try {
      await changes.send(() => write((latest.current ?? known.current.text).trim(), 'queued', false, { seenUntil }))
      empty()
    } finally {
      refetch()
    }
  }

  function empty(): void {
    latest.current = ''
    known.current = { id: null, text: '' }
    setTyped('')
    setSaved(true)
    setFailure(null)
  }

  function refetch(): void {
    invalidate(queryClient, { queryKey: ['messages', conversationId] })
  }

  const saveNow = useRef(save)
  saveNow.current = save
  useEffect(() => {
    // The page or the conversation is left before the next save is due.
    const leave = () => void saveNow.current(true)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  return {
    text: typed ?? stored?.text ?? '',
    /** The draft's ID on the server, if it has one. */
    id: known.current.id,
    isSaved,
    failure,
    send,
    write: (text: string) => {
      latest.current = text
      setTyped(text)
      setSaved(false)
      saveIn(settledMs)
    },
    /** Shows the stored draft again, such as a message that was taken back; unless something is typed. */
    adopt: () => {
      if (latest.current?.trim() !== '') return
      latest.current = null
      setTyped(null)
    },
  }
}
