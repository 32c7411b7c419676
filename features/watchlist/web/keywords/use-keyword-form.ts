import { useState } from 'react'
import { parseQuery } from '#engine/query/parse.ts'
import type { Keyword } from '../../contract.ts'
import type { Kind } from './use-keywords.ts'

export const anyLanguage = ''

export type KeywordForm = ReturnType<typeof useKeywordForm>

/** Returns the state of a keyword's form and the values derived from it. */
export function useKeywordForm(keyword: Keyword | null) {
  const [values, setValues] = useState({
    query: keyword?.query ?? '',
    kind: (keyword?.kind === 'brand' ? 'brand' : 'problem') satisfies Kind as Kind,
    subredditsIn: keyword?.subredditsIn ?? [],
    subredditsOut: keyword?.subredditsOut ?? [],
    language: keyword?.language ?? anyLanguage,
    score: keyword?.minScore?.toString() ?? '',
  })
  const { query, subredditsIn, subredditsOut, language, score } = values
  const typed = query.replace(/\s+/g, ' ').trim()
  const parsed = typed === '' ? null : parseQuery(typed, 'keyword')
  const fault = parsed?.state === 'faulty' ? `${parsed.fault.cause}. Try: ${parsed.fault.proposal}` : undefined
  const isScore = /^\d{0,7}$/.test(score.trim()) && Number(score) <= 1_000_000
  return {
    ...values,
    set: (changes: Partial<typeof values>) => setValues((before) => ({ ...before, ...changes })),
    excludeCommunity: (name: string) =>
      setValues((before) => ({ ...before, subredditsOut: [...new Set([...before.subredditsOut, name])] })),
    /** The query without extra spaces. */
    typed,
    parsed,
    fault,
    isScore,
    incomplete: typed === '' || fault !== undefined || !isScore,
    limits: {
      subredditsIn: subredditsIn.map(communityOf),
      subredditsOut: subredditsOut.map(communityOf),
      language: language === anyLanguage ? null : language,
      minScore: score.trim() === '' ? null : Number(score),
    },
  }
}

function communityOf(typed: string): string {
  return typed.trim().replace(/^\/?r\//i, '')
}
