import { explanation } from '#engine/query/explain.ts'
import { isPhrase } from '#engine/query/leaving-out.ts'
import { parseQuery } from '#engine/query/parse.ts'
import { Select } from '#platform/ui/fields/select.tsx'
import type { Keyword } from '../../contract.ts'
import { Figures } from '../health/figures.tsx'
import { TermRow } from '../list/term-row.tsx'
import { type Kind, kinds, type useKeywords } from './use-keywords.ts'

interface KeywordRowProps {
  keyword: Keyword
  keywords: ReturnType<typeof useKeywords>
  /** True while stored posts are still being matched, so matches may be missing. */
  backfilling: boolean
  selected: boolean
  onSelect: (selected: boolean, event: Event) => void
  onOpen: () => void
}

/** One keyword in the list: its kind, meaning and statistics. */
export function KeywordRow({ keyword, keywords, backfilling, selected, onSelect, onOpen }: KeywordRowProps) {
  const { id, query, kind, status } = keyword
  const limits = limitsText(keyword)
  return (
    <TermRow
      text={query}
      paused={status === 'paused'}
      state={keywords.stateOf(keyword)}
      selected={selected}
      onSelect={onSelect}
      onOpen={onOpen}
      onRename={(text) => keywords.change(id, { query: text })}
      onPause={(paused) => keywords.change(id, { status: paused ? 'paused' : 'active' })}
      onRemove={() => keywords.remove(keyword)}
      meaning={meaningOf(query)}
      figures={
        <>
          {limits && <p className="wrap-anywhere text-muted text-sm">{limits}</p>}
          {status === 'active' && (
            <Figures
              health={keywords.health}
              kind="keyword"
              phrase={query}
              backfilling={backfilling}
              lastHitAt={keyword.lastHitAt}
              onLeaveOut={(word) => keywords.exclude(keyword, word)}
            />
          )}
        </>
      }
    >
      <KindSelect
        label={`Kind for ${query}`}
        value={kind === 'brand' ? 'brand' : 'problem'}
        onChange={(next) => keywords.change(id, { kind: next })}
        quiet
      />
    </TermRow>
  )
}

/** Explains a query with more than one word or phrase in plain language. */
function meaningOf(keyword: string): string | undefined {
  const parsed = parseQuery(keyword, 'keyword')
  return parsed.state === 'faulty' || isPhrase(parsed.query) ? undefined : explanation(parsed.query)
}

/** Describes where the keyword applies; empty if everywhere. */
function limitsText({ subredditsIn, subredditsOut, language, minScore }: Keyword): string {
  const communities = (names: readonly string[]) => names.map((name) => `r/${name}`).join(', ')
  return [
    ...(subredditsIn.length > 0 ? [`Only in ${communities(subredditsIn)}`] : []),
    ...(subredditsOut.length > 0 ? [`Not in ${communities(subredditsOut)}`] : []),
    ...(language === null ? [] : [`In ${new Intl.DisplayNames('en', { type: 'language' }).of(language)}`]),
    ...(minScore === null ? [] : [`At least ${minScore} ${minScore === 1 ? 'vote' : 'votes'}`]),
  ].join(' · ')
}

interface KindSelectProps {
  label: string
  value: Kind
  onChange: (kind: Kind) => void
  quiet?: boolean
}

export function KindSelect({ label, value, onChange, quiet = false }: KindSelectProps) {
  return <Select aria-label={label} value={value} onChange={onChange} options={kinds} quiet={quiet} narrow />
}
