import { Autocomplete } from '@base-ui/react/autocomplete'
import { type FormEvent, type ReactNode, useState } from 'react'
import { explanation } from '#engine/query/explain.ts'
import { type Diagnostic, parseQuery } from '#engine/query/parse.ts'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { inputClasses } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { optionClasses, popupClasses, usePopupContainer } from '#platform/ui/overlays/popup.tsx'
import { useSettled } from '#platform/web/api/use-settled.ts'
import { searchInputId } from '../commands.ts'
import { queryMax } from '../view.ts'
import { type Suggestion, suggestionsFor } from './suggestions.ts'

/** How long typing pauses before an error is shown: most are only unfinished. */
const pauseMs = 600

interface QueryBoxProps {
  query: string
  /** Communities to suggest. */
  communities: readonly string[]
  onSearch: (query: string) => void
  onBuild: () => void
  menu: ReactNode
}

/** The box for a query, with suggestions, and the query in plain words below. */
export function QueryBox({ query, communities, onSearch, onBuild, menu }: QueryBoxProps) {
  const [typed, setTyped] = useState(query)
  const { container, mark } = usePopupContainer()
  const suggestions = suggestionsFor(typed, communities)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(typed.trim())
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <div className="relative min-w-0 flex-1 basis-64">
          <Icon name="search" className="pointer-events-none absolute top-3 left-3 text-faint" />
          <Autocomplete.Root
            items={suggestions}
            mode="none"
            value={typed}
            onValueChange={setTyped}
            itemToStringValue={({ text }: Suggestion) => text}
          >
            <Autocomplete.Input
              id={searchInputId}
              aria-label="Search stored posts"
              aria-describedby="query-in-words"
              placeholder='Words, "a phrase", OR, -word, subreddit:'
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={queryMax}
              className={classes(inputClasses, 'h-10 w-full pr-3 pl-9')}
            />
            {mark}
            <Autocomplete.Portal container={container}>
              <Autocomplete.Positioner
                positionMethod="fixed"
                align="start"
                sideOffset={4}
                collisionPadding={8}
                className="z-50 data-empty:hidden"
              >
                <Autocomplete.Popup
                  className={classes(popupClasses, 'w-96 max-w-(--available-width) data-empty:hidden')}
                >
                  <Autocomplete.List>
                    {(suggestion: Suggestion) => (
                      <Autocomplete.Item key={suggestion.label} value={suggestion} className={optionClasses}>
                        <span className="font-medium">{suggestion.label}</span>
                        <span className="min-w-0 truncate text-muted text-sm">{suggestion.hint}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.List>
                </Autocomplete.Popup>
              </Autocomplete.Positioner>
            </Autocomplete.Portal>
          </Autocomplete.Root>
        </div>
        <div className="flex items-center gap-2">
          <Button type="submit" look="primary">
            Search
          </Button>
          <Button onClick={onBuild}>Build query</Button>
          {menu}
        </div>
      </div>
      <InWords
        typed={typed.trim()}
        onUse={(proposal) => {
          setTyped(proposal)
          onSearch(proposal)
        }}
      />
    </form>
  )
}

/** The query in plain words, or its error with a correction. */
function InWords({ typed, onUse }: { typed: string; onUse: (query: string) => void }) {
  const settled = useSettled(typed, pauseMs)
  const parsed = typed === '' ? null : parseQuery(typed, 'search')
  const isShown = settled === typed
  const fault = parsed?.state === 'faulty' && isShown ? parsed.fault : null
  const hint = parsed?.state === 'read' && isShown ? parsed.hint : null
  return (
    <div id="query-in-words" aria-live="polite" className="min-h-5 text-sm">
      {fault && <Correction diagnostic={fault} isError onUse={onUse} />}
      {parsed?.state === 'read' && <p className="wrap-anywhere text-muted">{explanation(parsed.query)}</p>}
      {hint && <Correction diagnostic={hint} isError={false} onUse={onUse} />}
      {typed === '' && <p className="text-muted">Searches the posts that Earshot has stored for this project.</p>}
    </div>
  )
}

interface CorrectionProps {
  diagnostic: Diagnostic
  isError: boolean
  onUse: (query: string) => void
}

function Correction({ diagnostic: { cause, proposal }, isError, onUse }: CorrectionProps) {
  return (
    <p className={classes('flex flex-wrap items-center gap-x-2 gap-y-1', isError ? 'text-danger' : 'text-muted')}>
      {isError && <Icon name="alert" />}
      <span className="wrap-anywhere">{cause}.</span>
      <Button look="ghost" size="small" onClick={() => onUse(proposal)}>
        <span>
          Use <span className="wrap-anywhere font-semibold text-ink">{proposal}</span>
        </span>
      </Button>
    </p>
  )
}
