import { Dialog } from '@base-ui/react/dialog'
import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { FinderOption } from './finder-option.tsx'
import type { ResultGroup } from './results.ts'
import { stepTo } from './step.ts'

interface FinderProps {
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  groups: readonly ResultGroup[]
  onChoose: (id: string) => void
  /** Content at the end of the bottom line. */
  children?: ReactNode
}

/**
 * A search input with its results below (the combobox pattern of ARIA): arrows move, Enter chooses, the focus stays in
 * the input. Hand-written, because a library's combobox would be larger than the whole palette.
 */
export function Finder({ label, placeholder, query, onQuery, groups, onChoose, children }: FinderProps) {
  const base = useId()
  const results = groups.flatMap((group) => group.results)
  const [at, setAt] = useState(0)
  const active = Math.min(at, results.length - 1)
  const optionId = (index: number) => `${base}-${index}`

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const chosen = results[active]
    const next = stepTo(event.key, active, results.length)
    if (event.key === 'Enter' && chosen) onChoose(chosen.command.id)
    else if (next !== null) {
      setAt(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else return
    event.preventDefault()
  }

  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
        <Icon name="search" className="text-faint" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-controls={`${base}-list`}
          aria-activedescendant={results.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck="false"
          enterKeyHint="go"
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            onQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-faint"
        />
        <Dialog.Close
          aria-label="Close"
          className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <Icon name="close" />
        </Dialog.Close>
      </div>
      <div
        id={`${base}-list`}
        role="listbox"
        aria-label="Results"
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={group.name} role="group" aria-labelledby={`${base}-${group.name}`}>
            <div id={`${base}-${group.name}`} className="px-2 py-1 font-medium text-faint text-xs">
              {group.name}
            </div>
            {group.results.map((result) => {
              const index = results.indexOf(result)
              return (
                <FinderOption
                  key={result.command.id}
                  id={optionId(index)}
                  result={result}
                  active={index === active}
                  onActive={() => setAt(index)}
                  onChoose={() => onChoose(result.command.id)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {results.length === 0 && <p className="px-4 py-10 text-center text-muted">No results. Try a shorter search.</p>}
      <p role="status" className="sr-only">
        {query !== '' && (results.length === 1 ? '1 result' : `${results.length} results`)}
      </p>
      <div
        className={classes(
          'flex min-h-10 shrink-0 items-center justify-between gap-4 border-line border-t px-4',
          !children && 'short:hidden max-sm:hidden pointer-coarse:hidden',
        )}
      >
        <Help />
        {children}
      </div>
    </>
  )
}

/** For sighted users only: screen readers announce the same. */
function Help() {
  return (
    <p aria-hidden="true" className="flex items-center gap-4 text-muted text-xs max-sm:hidden pointer-coarse:hidden">
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> move
      </span>
      <span className="flex items-center gap-1">
        <Kbd>↵</Kbd> select
      </span>
      <span className="flex items-center gap-1">
        <Kbd>esc</Kbd> close
      </span>
    </p>
  )
}
