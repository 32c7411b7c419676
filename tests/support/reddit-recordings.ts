import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '#platform/server/services.ts'

const folder = join(import.meta.dirname, '../../../shared/data/reddit-api')
/** Whether the recordings are missing, as in a copy of the product alone. */
export const isAbsent = !existsSync(folder)
if (isAbsent) console.log('Reddit recordings are skipped: ../shared/data is missing')

/** A recorded exchange with the real Reddit. */
export interface Recording {
  kind: string
  file: string
  request: { method: string; path: string; query: Record<string, string> }
  response: { status: number; headers: Record<string, string>; body: unknown }
}

export const recordings: Recording[] = isAbsent
  ? []
  : JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).map(({ file }: { file: string }) => ({
      ...JSON.parse(readFileSync(join(folder, file), 'utf8')),
      file,
    }))

export function ofKind(...kinds: string[]): Recording[] {
  return recordings.filter(({ kind }) => kinds.includes(kind))
}

export function answerOf({ response: { status, headers, body } }: Recording): Answer {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, text, header: (name) => named.get(name) ?? null }
}

/** A recorded thing in Reddit's sense. */
export type Child = { kind: string; data: Record<string, unknown> }

export function childrenOf(body: unknown): Child[] {
  return (body as { data: { children: Child[] } }).data.children
}

export function isNotice(text: unknown): boolean {
  return ['[deleted]', '[removed]', '[deleted by user]'].includes(text as string)
}

/** Returns whether Reddit no longer shows a post or comment. */
export function isGone({ data }: Child): boolean {
  return (
    data.removed_by_category != null ||
    isNotice(data.selftext ?? data.body) ||
    (data.removed_by_category === undefined && isNotice(data.author) && !(data.selftext ?? data.body))
  )
}
