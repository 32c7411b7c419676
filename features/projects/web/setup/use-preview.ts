import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '#platform/web/api/use-settled.ts'
import type { Preview, PreviewCreate } from '../../contract.ts'
import { call } from '../api.ts'

/** Waits for a pause in typing before it requests a preview, in ms. */
const settledMs = 800
/** Looks again this often while no posts are stored, in ms. */
const emptyMs = 10_000

/** How often each entry was found, as text, by kind and phrase. */
export type Hits = Record<'keyword' | 'competitor', ReadonlyMap<string, string>>

/** Previews the finds of a project before it is created. */
export function usePreview(wanted: PreviewCreate) {
  const settled = useSettled(JSON.stringify(wanted), settledMs)
  const data = JSON.parse(settled) as PreviewCreate
  const query = useQuery({
    queryKey: ['preview', settled],
    queryFn: async ({ signal }) => (await call('previewsCreate', { body: { data }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The first posts of a new server may be on their way.
    refetchInterval: ({ state }) => state.data?.read === 0 && emptyMs,
  })
  return { query, data: query.data, hits: hitsOf(query.data) }
}

export type PreviewQuery = ReturnType<typeof usePreview>['query']

function hitsOf(preview: Preview | undefined): Hits {
  const counted = preview && preview.read > 0 ? preview.hits : []
  const of = (kind: keyof Hits) =>
    new Map(
      counted
        .filter((each) => each.kind === kind)
        .map(({ phrase, hits, tooCommon }) => [phrase, tooCommon ? 'too common' : hits.toLocaleString('en')]),
    )
  return { keyword: of('keyword'), competitor: of('competitor') }
}
