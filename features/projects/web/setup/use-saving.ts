import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CallError } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut } from '#platform/web/api/query-client.ts'
import { call } from '../api.ts'
import { type Answers, changedAnswers, validAnswers } from './answers.ts'
import { writeUnsaved } from './unsaved.ts'

/** Saves after a pause in typing, and retries after a failure, in ms. */
const settledMs = 800
const retryMs = 5_000

export type Saving = { state: 'saved' } | { state: 'saving' } | { state: 'failed'; message: string }

interface SavingOptions {
  form: UseFormReturn<Answers>
  userId: string
  /** The answers that the server has. */
  onServer: Answers
}

function failureText(error: unknown): string {
  const isPassing = !(error instanceof CallError) || error.status >= 500
  return isPassing ? 'Not saved yet. Earshot keeps trying.' : `Not saved yet. ${error.message}`
}

/** Saves the answers of a form as they change, one request after the other. This tab keeps those not saved yet. */
export function useSaving({ form, userId, onServer }: SavingOptions) {
  const [saving, setSaving] = useState<Saving>({ state: 'saved' })
  const saved = useRef(onServer)
  const last = useRef<Promise<void>>(Promise.resolve())

  async function saveChanges(keepalive: boolean): Promise<void> {
    const changes = validAnswers(changedAnswers(saved.current, form.getValues()))
    if (Object.keys(changes).length > 0) {
      setSaving({ state: 'saving' })
      try {
        await call('setupPut', { body: { data: changes }, keepalive })
      } catch (error) {
        setSaving({ state: 'failed', message: failureText(error) })
        throw error
      }
      saved.current = { ...saved.current, ...changes }
    }
    // Also if the server already had them: they must not replace newer ones from another device later.
    writeUnsaved(userId, changedAnswers(saved.current, form.getValues()))
    setSaving({ state: 'saved' })
  }

  /** Saves all changes. Rejects if that failed. */
  function save(keepalive = false): Promise<void> {
    last.current = last.current.catch(() => {}).then(() => saveChanges(keepalive))
    return last.current
  }

  const saveNow = useRef(save)
  saveNow.current = save
  useEffect(() => {
    let timer = 0
    const saveIn = (ms: number) => {
      window.clearTimeout(timer)
      timer = window.setTimeout(saveOrRetry, ms)
    }
    const saveOrRetry = () =>
      void saveNow.current().catch((error: unknown) => {
        leaveWhenSignedOut(error)
        saveIn(retryMs)
      })
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        writeUnsaved(userId, changedAnswers(saved.current, values))
        saveIn(settledMs)
      },
    })
    // The page is left before the next save is due; this tab keeps the answers if it fails.
    const leave = () => void saveNow.current(true).catch(() => {})
    addEventListener('pagehide', leave)
    // Answers from an earlier visit may have failed to reach the server.
    saveIn(0)
    return () => {
      window.clearTimeout(timer)
      removeEventListener('pagehide', leave)
      stop()
      leave()
    }
  }, [form, userId])
  return { saving, save }
}
