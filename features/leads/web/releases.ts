import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onChanges } from '#platform/web/live/changes.ts'
import type { Held, Releases } from '../contract.ts'
import { call } from './api.ts'

function releasesQuery(projectId: string) {
  return queryOptions({
    queryKey: ['releases', projectId],
    queryFn: async ({ signal }): Promise<Releases> => (await call('releasesFind', { id: projectId, signal })).data,
  })
}

/** Returns how many items a project holds, and until when; undefined while unknown. */
export function useReleases(projectId: string): Releases | undefined {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onChanges((changes) => {
        if (changes?.every(({ kind }) => kind !== 'opportunities' && kind !== 'project')) return
        void queryClient.invalidateQueries({ queryKey: releasesQuery(projectId).queryKey })
      }),
    [queryClient, projectId],
  )
  return useQuery(releasesQuery(projectId)).data
}

const day = 24 * 3_600_000

/** Returns the time of a release within a sentence, `on Monday at 09:00`, in the reader's or the given time zone. */
export function releaseText(releasesAt: string, now: number, timeZone?: string): string {
  const at = Date.parse(releasesAt)
  if (at <= now) return 'any minute now'
  const format = (options: Intl.DateTimeFormatOptions, instant = at) =>
    new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone !== undefined && { timeZone }) }).format(instant)
  const date = (instant: number) => format({ dateStyle: 'short' }, instant)
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (date(at) === date(now)) return `today at ${time}`
  if (date(at) === date(now + day)) return `tomorrow at ${time}`
  return `on ${at - now < 6 * day ? format({ weekday: 'long' }) : format({ day: 'numeric', month: 'long' })} at ${time}`
}

/** Returns the text for held leads below the list; null if there are none. */
export function heldText({ count, releasesAt }: Held, now: number): string | null {
  if (count === 0 || releasesAt === null) return null
  return `${new Intl.NumberFormat('en').format(count)} more ${releaseText(releasesAt, now)}`
}
