import type { IndexTerms } from '#engine/query/search/terms.ts'

/** The most characters of a run in the index (migration 0014). */
const runMost = 100

/** Returns terms as a tsquery for the index `post_search`. */
export function tsqueryOf(terms: IndexTerms): string {
  switch (terms.kind) {
    case 'all':
      return `(${terms.of.map(tsqueryOf).join(' & ')})`
    case 'any':
      return `(${terms.of.map(tsqueryOf).join(' | ')})`
    case 'run': {
      const run = `'${terms.inTitle ? 't/' : ''}${terms.text.slice(0, runMost)}'`
      // Only runs of short texts are whole.
      return terms.prefix || terms.text.length > runMost ? `${run}:*` : run
    }
    default:
      return `'${terms.kind === 'subreddit' ? 'r' : 'u'}/${terms.name}'`
  }
}
