import { type ReactNode, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { stateTexts, type TermState } from './term-state.ts'

interface Selection {
  selected: boolean
  onSelect: (selected: boolean, event: Event) => void
}

export interface TermListProps<Row extends { id: string }> {
  noun: 'keywords' | 'competitors'
  rows: readonly Row[]
  /** Returns the text to search. */
  textOf: (row: Row) => string
  stateOf: (row: Row) => TermState
  /** Renders the actions for selected rows. */
  actions: (selected: Row[], clear: () => void) => ReactNode
  children: (row: Row, selection: Selection) => ReactNode
}

/** The number of rows from which the search box is shown. */
const searchFrom = 8
const count = new Intl.NumberFormat('en')

/** Keywords or competitors, filtered by text and state. Shift-clicking a checkbox selects a range. */
export function TermList<Row extends { id: string }>(props: TermListProps<Row>) {
  const { noun, rows, textOf, stateOf, actions, children } = props
  const [text, setText] = useState('')
  const [state, setState] = useState<TermState | 'all'>('all')
  const searchText = text.trim().toLowerCase()
  const shown = rows.filter(
    (row) => (state === 'all' || stateOf(row) === state) && textOf(row).toLowerCase().includes(searchText),
  )
  const { selected, select, selectAll, clear, isSelected } = useSelection(shown)
  return (
    <div className="flex flex-col gap-3">
      {rows.length >= searchFrom && (
        <div className="flex flex-wrap gap-2">
          <Input
            type="search"
            aria-label={`Search ${noun}`}
            placeholder={`Search ${count.format(rows.length)} ${noun}`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="min-w-40 flex-1"
          />
          <StateSelect noun={noun} rows={rows} stateOf={stateOf} value={state} onChange={setState} />
        </div>
      )}
      {selected.length > 0 && (
        <section
          aria-label="Selection"
          className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised p-2 pl-4 shadow-lift"
        >
          <p role="status" className="tabular mr-auto font-medium">
            {count.format(selected.length)} selected
          </p>
          {selected.length < shown.length && (
            <Button size="small" look="ghost" onClick={selectAll}>
              Select all {count.format(shown.length)}
            </Button>
          )}
          {actions(selected, clear)}
          <Button size="small" look="ghost" onClick={clear}>
            Clear
          </Button>
        </section>
      )}
      <ul
        aria-label={noun === 'keywords' ? 'Keywords' : 'Competitors'}
        className="divide-y divide-line border-line border-y"
      >
        {shown.map((row) =>
          children(row, {
            selected: isSelected(row.id),
            onSelect: (isOn, event) => select(row.id, isOn, 'shiftKey' in event && event.shiftKey === true),
          }),
        )}
      </ul>
      {shown.length === 0 && <p className="text-muted">No matches. Try another search or filter.</p>}
    </div>
  )
}

/** Returns the selected rows among those shown. */
function useSelection<Row extends { id: string }>(shown: readonly Row[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)

  function select(id: string, isOn: boolean, isRange: boolean) {
    const [from, to] = [shown.findIndex((row) => row.id === last), shown.findIndex((row) => row.id === id)]
    const range = isRange && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [{ id }]
    const next = new Set(ids)
    for (const each of range) {
      if (isOn) next.add(each.id)
      else next.delete(each.id)
    }
    // Clears the text highlighted by the browser.
    if (isRange) getSelection()?.removeAllRanges()
    setIds(next)
    setLast(id)
  }

  return {
    selected: shown.filter(({ id }) => ids.has(id)),
    isSelected: (id: string) => ids.has(id),
    select,
    selectAll: () => setIds(new Set(shown.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

interface StateSelectProps<Row extends { id: string }> extends Pick<TermListProps<Row>, 'noun' | 'rows' | 'stateOf'> {
  value: TermState | 'all'
  onChange: (state: TermState | 'all') => void
}

/** The filter by state, hidden if all rows have the same state. */
function StateSelect<Row extends { id: string }>({ noun, rows, stateOf, value, onChange }: StateSelectProps<Row>) {
  const counts = Map.groupBy(rows, stateOf)
  const states = (Object.keys(stateTexts) as TermState[]).filter((each) => counts.has(each))
  if (states.length < 2) return null
  return (
    <Select
      aria-label={`Filter ${noun} by state`}
      narrow
      value={value}
      onChange={onChange}
      options={[
        { value: 'all', label: `All (${count.format(rows.length)})` },
        ...states.map((each) => ({
          value: each,
          label: `${stateTexts[each].word} (${count.format(counts.get(each)?.length ?? 0)})`,
        })),
      ]}
    />
  )
}
