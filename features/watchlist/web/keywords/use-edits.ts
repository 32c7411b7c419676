import { call } from '#platform/web/api/api.ts'
import type { Keyword, KeywordEdits } from '../../contract.ts'
import type { AddedKeyword } from '../keyword-file.ts'
import { type Edits, useEdits } from '../use-edits.ts'

export type KeywordChange = NonNullable<KeywordEdits['change']>['values']
export type EditsOfKeywords = Edits<Keyword, AddedKeyword, KeywordChange>

export function useKeywordEdits(projectId: string): EditsOfKeywords {
  return useEdits(projectId, {
    noun: 'keyword',
    send: async (id, data) => (await call('keywordEditsCreate', { id, body: { data } })).data,
    addedOf,
  })
}

/** What a keyword was made of, to make it again after an undo. */
export function addedOf(keyword: Keyword): AddedKeyword {
  const { query, kind, status, pausedBy, subredditsIn, subredditsOut, language, minScore } = keyword
  return {
    ...{ query, subredditsIn, subredditsOut, language, minScore },
    kind: kind === 'brand' ? 'brand' : 'problem',
    status: pausedBy === 'quota' ? 'active' : status,
  }
}
