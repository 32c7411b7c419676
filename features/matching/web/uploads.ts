import { useSyncExternalStore } from 'react'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { CallError, messageOf } from '#platform/web/api/call-error.ts'
import { leaveWhenSignedOut, queryClient } from '#platform/web/api/query-client.ts'
import type { Import } from '../contract.ts'
import { chunkBytes } from '../contract-limits.ts'
import { call } from './api.ts'
import { fingerprintOf } from './fingerprint.ts'
import { importsQuery, showImport } from './queries.ts'

/** Uploads of this page, by import. They continue on other screens until the page is closed. */
type Sending = ReadonlyMap<string, 'sending' | 'reconnecting'>
let sending: Sending = new Map()
const listeners = new Set<() => void>()

export function useSending(): Sending {
  return useSyncExternalStore(subscribe, () => sending)
}

/** Starts or resumes an upload. Throws CallError if the server refuses it. */
export async function sendFile(projectId: string, file: File, again: boolean): Promise<void> {
  const { data } = await call('importsCreate', {
    body: {
      data: {
        project: projectId,
        origin: 'upload',
        name: file.name,
        bytesTotal: file.size,
        fingerprint: await fingerprintOf(file),
        again,
      },
    },
  })
  showImport(projectId, data)
  if (!sending.has(data.id)) void uploadChunks(projectId, file, data)
}

async function uploadChunks(projectId: string, file: File, started: Import): Promise<void> {
  const { id, name } = started
  window.addEventListener('beforeunload', warnBeforeLeaving)
  setSending(id, 'sending')
  try {
    for (let row = started; row.nextChunk !== null; ) {
      row = await uploadChunk(id, row.nextChunk, file)
      showImport(projectId, row)
    }
  } catch (error) {
    leaveWhenSignedOut(error)
    if (!isShownInRow(error)) notify({ title: `Couldn't upload “${name}”. ${messageOf(error)}`, color: 'red' })
    void queryClient.invalidateQueries({ queryKey: importsQuery(projectId).queryKey })
  }
  setSending(id, null)
  if (sending.size === 0) window.removeEventListener('beforeunload', warnBeforeLeaving)
}

/** Returns true if the upload was stopped or removed: its row shows that. */
function isShownInRow(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.status === 404 || (error.status === 409 && error.details.reason !== 'uploadLimit')
}

/** Uploads a chunk, retrying through lost connections and server errors. */
async function uploadChunk(id: string, number: number, file: File): Promise<Import> {
  const bytes = file.slice(number * chunkBytes, (number + 1) * chunkBytes)
  for (let waitMs = 1000; ; waitMs = Math.min(30_000, waitMs * 2)) {
    try {
      const { data } = await call('importChunkPut', { id, number, bytes })
      setSending(id, 'sending')
      return data
    } catch (error) {
      if (!(error instanceof CallError) || error.status < 500 || error.details.reason === 'diskFull') throw error
      if (!(await isReadable(bytes))) throw new Error('The file was changed or deleted. Choose it again.')
      setSending(id, 'reconnecting')
      await waitForNetwork(waitMs)
    }
  }
}

/** Returns false for a file that changed on disk, which would otherwise look like a lost connection. */
function isReadable(bytes: Blob): Promise<boolean> {
  return bytes
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

/** Resolves after a while, or as soon as the browser is online again. */
function waitForNetwork(waitMs: number): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      done()
    }
    const timer = setTimeout(end, waitMs)
    window.addEventListener('online', end)
  })
}

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function setSending(id: string, state: 'sending' | 'reconnecting' | null): void {
  if (sending.get(id) === (state ?? undefined)) return
  const next = new Map(sending)
  if (state === null) next.delete(id)
  else next.set(id, state)
  sending = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
